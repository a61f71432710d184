import HLSPlaylists

extension ContentFetcher {
    /// Requests for one range that may all be answered with little.
    private static let mostShortAnswers = 64
    /// Bytes of an answer that is worth its trip, however many of them it takes.
    private static let fairAnswer = 16 << 10

    /// Asks for what a first answer left of a range.
    ///
    /// A server may give less than it is asked for, and says how much there is (RFC 9110 sections 15.3.7 and 14.4): only where
    /// it does not say does a short answer reach the end.
    ///
    /// - Throws: ``AssetReadError/Reason/wrongAnswer(_:)`` when it goes on giving next to nothing.
    func completed(
        _ first: RevisedBytes, from url: String, for reference: AssetReference, range: ByteRange, limit: Int
    ) async throws(AssetReadError) -> RevisedBytes {
        let wanted = min(range.length, limit)
        var whole = first
        var answers = 1
        while !first.answer.bytes.isEmpty, let size = whole.answer.totalSize, range.offset < size,
            whole.answer.bytes.count < min(wanted, size - range.offset)
        {
            let known = whole.answer.bytes.count
            guard answers < Self.mostShortAnswers || known / answers >= Self.fairAnswer else {
                let asked = min(wanted, size - range.offset)
                throw AssetReadError(
                    reference, .wrongAnswer("the server gave \(known) of \(asked) bytes in \(answers) answers"))
            }
            let rest = ByteRange(offset: range.offset + known, length: wanted - known)
            let more = try await fetch(url, for: reference, range: rest, limit: rest.length, unless: nil)
            answers += 1
            whole.cost += more.cost
            whole.answer.totalSize = more.answer.totalSize
            // Nothing more: the server had said too much of its size.
            guard !more.answer.bytes.isEmpty else { break }
            whole.answer.bytes += more.answer.bytes
            // Parts of two states belong to none.
            if more.revision != whole.revision { whole.revision = nil }
        }
        return whole
    }
}
