/// Values are decoded from a worker that may have been taken over, and from files that anybody may have written. What the
/// initializers of a type refuse, its decoding refuses too.
extension Optional {
    /// The value.
    ///
    /// - Parameter what: What the container holds in its place.
    /// - Throws: `DecodingError.dataCorrupted` when there is none.
    func orCorrupt<Key: CodingKey>(_ what: String, _ container: KeyedDecodingContainer<Key>) throws -> Wrapped {
        guard let self else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: container.codingPath, debugDescription: what))
        }
        return self
    }
}

extension KeyedDecodingContainer {
    /// Decodes a time of no more than 35 000 years. Standing in this module, this is what the synthesized decoding of its
    /// types calls.
    ///
    /// Instruments believe 292 years at most; sums and differences of what is let through stay far from where `Duration`
    /// ends.
    func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
        try bounded(unbounded(type, forKey: key))
    }

    /// Decodes such a time that may be absent.
    func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
        try unboundedIfPresent(type, forKey: key).map(bounded)
    }

    private func bounded(_ time: Duration) throws -> Duration {
        let furthest = Duration.seconds(1 << 40)
        return try (time < furthest && time > .zero - furthest ? time : nil).orCorrupt("no possible time", self)
    }

    /// What the standard library decodes: for any type there is only its own method.
    private func unbounded<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, forKey: key)
    }

    private func unboundedIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(type, forKey: key)
    }
}
