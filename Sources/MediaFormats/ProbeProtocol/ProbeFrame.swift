/// The unit in which parent and worker speak: a message and raw bytes that belong to it.
///
/// On the wire: length of the message and length of the payload as big-endian 32-bit integers, the message as
/// ``WireEncoder`` writes it, the payload.
package struct ProbeFrame: Sendable, Hashable {
    /// The message, written down.
    package var message: [UInt8]
    /// Bytes that belong to the message.
    package var payload: [UInt8]

    /// Bytes before the message.
    package static let headLength = 8
    /// The longest message either side accepts: the most tags of a resource, of some 800 bytes each.
    package static let messageLimit = 16 << 20
    /// The longest payload either side accepts.
    package static let payloadLimit = 256 << 20

    /// Collects a frame.
    package init(message: [UInt8], payload: [UInt8] = []) {
        self.message = message
        self.payload = payload
    }

    /// Writes a message down.
    package init(_ message: some Encodable, payload: [UInt8] = []) throws {
        self.init(message: try WireEncoder.encode(message), payload: payload)
    }

    /// Reads the message.
    package func decode<Message: Decodable>(_ type: Message.Type) throws -> Message {
        try WireDecoder.decode(type, from: message)
    }

    /// The frame without its payload, as it goes over the wire; the payload follows.
    package var head: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headLength + message.count)
        for length in [message.count, payload.count] {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).bigEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: message)
        return bytes
    }

    /// Reads the two lengths of a head.
    ///
    /// - Throws: ``ProbeFrameError/tooLong`` when a length is beyond what is ever sent.
    package static func lengths(
        of head: some Collection<UInt8>
    ) throws(ProbeFrameError) -> (message: Int, payload: Int) {
        var lengths = [0, 0]
        for (index, byte) in head.prefix(headLength).enumerated() {
            lengths[index / 4] = lengths[index / 4] << 8 | Int(byte)
        }
        guard lengths[0] <= messageLimit, lengths[1] <= payloadLimit else { throw .tooLong }
        return (lengths[0], lengths[1])
    }
}

/// Collects what arrives in pieces of any size into frames.
package struct ProbeFrameAssembler: Sendable {
    private var bytes: [UInt8] = []

    /// Nothing received yet.
    package init() {}

    /// Adds what arrived.
    package mutating func append(_ received: UnsafeRawBufferPointer) { bytes.append(contentsOf: received) }

    /// Takes the next complete frame; `nil` until one is there.
    package mutating func next() throws(ProbeFrameError) -> ProbeFrame? {
        guard bytes.count >= ProbeFrame.headLength else { return nil }
        let lengths = try ProbeFrame.lengths(of: bytes.prefix(ProbeFrame.headLength))
        let payloadStart = ProbeFrame.headLength + lengths.message
        guard bytes.count >= payloadStart + lengths.payload else { return nil }
        let frame = ProbeFrame(
            message: Array(bytes[ProbeFrame.headLength..<payloadStart]),
            payload: Array(bytes[payloadStart..<(payloadStart + lengths.payload)]))
        bytes.removeFirst(payloadStart + lengths.payload)
        return frame
    }
}

/// The other side does not speak the protocol.
package enum ProbeFrameError: Error, Sendable, Hashable {
    /// A stated length is beyond what is ever sent.
    case tooLong
}
