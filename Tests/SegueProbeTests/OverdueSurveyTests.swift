import Glibc
import MediaFormats
import Testing

@testable import segue_probe

/// A deadline that is met while packets are read must not pass what they did not show for absent.
@Suite struct OverdueSurveyTests {
    /// A transport stream that reads fast until its analysis is over, and then not before a deadline.
    private final class SlowEnd: MediaBytes {
        let size: Int?
        let isComplete = true
        private let bytes: [UInt8]
        private let patience: Duration
        private var looks = 0
        private(set) var slowReads = 0

        init(_ bytes: [UInt8], patience: Duration) {
            self.bytes = bytes
            self.patience = patience
            size = bytes.count
        }

        func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
            // The first 4096 bytes are looked at before and after the analysis of a transport stream.
            if offset == 0, buffer.count == 4096 {
                looks += 1
            } else if looks > 1 {
                slowReads += 1
                usleep(UInt32(patience / .microseconds(1)))
            }
            guard offset < bytes.count else { return .end }
            let count = min(buffer.count, bytes.count - offset)
            bytes[offset..<offset + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
            return .bytes(count)
        }
    }

    @Test func anOverdueSurveyIsNoMeasurement() {
        // Sound is announced and never comes, so packets are read far beyond the analysis.
        var stream = HandmadeStream([.init(type: 0x1B, identifier: 0x100), .init(type: 0x0F, identifier: 0x101)])
        let picture: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0] + [UInt8](repeating: 0x55, count: 1700)
        for index in 0..<1000 { stream.add(picture, kind: 0xE0, at: 3600 * index, of: 0x100) }
        let bytes = SlowEnd(stream.bytes, patience: .seconds(5))
        let limits = ProbeLimits(analysisBytes: 100_000, packetBytes: .max, deadline: .seconds(5))
        let reply = measure(bytes, limits: limits)
        #expect(bytes.slowReads > 0)
        #expect(reply == .failed(ProbeFailure(.timedOut, "reading its packets took too long")))
    }
}
