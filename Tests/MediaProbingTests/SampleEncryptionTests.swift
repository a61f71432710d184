import MediaFormats
import MediaProbing
import Testing

/// HLS sample encryption is announced by stream types of its own in the program map of a transport stream.
@Suite struct SampleEncryptionTests {
    /// Gives both streams of a transport stream the types of their encrypted forms.
    private func announcingEncryption(in stream: [UInt8]) -> [UInt8] {
        var stream = stream
        for packet in stride(from: 0, to: stream.count - 187, by: 188) {
            // ffmpeg's program map has PID 0x1000; the section begins behind the pointer field.
            let isMap = stream[packet + 1] & 0x5F == 0x50 && stream[packet + 2] == 0
            guard isMap else { continue }
            let section = packet + 5
            let end = section + 3 + (Int(stream[section + 1] & 0x0F) << 8 | Int(stream[section + 2])) - 4
            for index in (section + 12)..<end where stream[index + 1] & 0xE1 == 0xE1 {
                if stream[index] == 0x1B { stream[index] = 0xDB }
                if stream[index] == 0x0F { stream[index] = 0xCF }
            }
            let sum = checksum(stream[section..<end])
            for index in 0..<4 { stream[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index))) }
        }
        return stream
    }

    /// CRC-32 of MPEG-2 sections (ISO 13818-1 annex A).
    private func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { value, _ in
                value & 0x8000_0000 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7
            }
        }
    }

    @Test func encryptedStreamTypesAreKnownAndNoError() async throws {
        let stream = announcingEncryption(in: try GeneratedMedia.bytes("plain.ts"))
        let media = try await sharedPool.measure(
            .ranges([ResourceRange(offset: 0, length: stream.count)], totalSize: stream.count, limits: ProbeLimits()),
            payload: stream)
        #expect(media.parameters.video?.protection == .sampleAES)
        #expect(media.parameters.audio?.protection == .sampleAES)
        #expect(media.parameters.video?.codec == .avc)
        #expect(media.parameters.audio?.codec == .aac)
    }
}
