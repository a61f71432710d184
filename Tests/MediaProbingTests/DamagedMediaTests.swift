import Foundation
import MediaFormats
import MediaProbing
import Testing

/// Damaged media end in a result or a named error, in time, and never take the run down.
@Suite struct DamagedMediaTests {
    static let seeds = [
        "plain.mp4", "moov-at-end.mp4", "fragmented.mp4", "plain.ts", "hevc-main.ts", "hevc-main10-pq.mp4", "av1.mp4",
        "plain.mkv", "packed.aac", "eac3-51.mp4", "mp3.mp3", "encrypted.mp4",
    ]

    enum Damage: String, CaseIterable {
        case cutShort, cutFront, flippedBits, zeroedBlock, lyingSize, hugeCount, repeatedBlock, shuffledBlocks,
            insertedNoise

        func applied(to bytes: [UInt8], with random: inout SeededRandom) -> [UInt8] {
            var bytes = bytes
            let count = bytes.count
            let position = Int.random(in: 0..<count, using: &random)
            switch self {
            case .cutShort: bytes.removeLast(count - position)
            case .cutFront: bytes.removeFirst(position)
            case .flippedBits:
                for _ in 0..<20 {
                    bytes[Int.random(in: 0..<count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            case .zeroedBlock: for index in position..<min(count, position + 512) { bytes[index] = 0 }
            case .lyingSize, .hugeCount:
                // The four bytes in front of a box type are its size, those some way behind it often a count.
                let types = [
                    "moov", "trak", "stbl", "stsd", "stts", "stsz", "stco", "avcC", "moof", "traf", "trun", "mdat",
                    "tfdt", "sidx", "mvhd", "elst",
                ]
                let type = Array(types.randomElement(using: &random)!.utf8)
                let place = bytes.firstRange(of: type)?.lowerBound ?? max(4, position)
                let start = self == .lyingSize ? place - 4 : place + 8
                let lie: [UInt8] = [
                    [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 9],
                ]
                .randomElement(using: &random)!
                for index in 0..<4 where start + index < count { bytes[start + index] = lie[index] }
            case .repeatedBlock: bytes.insert(contentsOf: bytes[position..<min(count, position + 1000)], at: position)
            case .shuffledBlocks:
                var blocks = stride(from: 0, to: count, by: 188).map { Array(bytes[$0..<min(count, $0 + 188)]) }
                blocks.swapAt(
                    Int.random(in: blocks.indices, using: &random), Int.random(in: blocks.indices, using: &random))
                blocks.swapAt(0, Int.random(in: blocks.indices, using: &random))
                bytes = Array(blocks.joined())
            case .insertedNoise:
                let noise = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
                bytes.insert(contentsOf: noise, at: position)
            }
            return bytes
        }
    }

    @Test func everyDamagedFileEndsInAResultOrANamedError() async throws {
        var random = SeededRandom(state: 20_240_601)
        var files: [[UInt8]] = []
        for seed in Self.seeds {
            let bytes = try GeneratedMedia.bytes(seed)
            for damage in Damage.allCases {
                for _ in 0..<6 { files.append(damage.applied(to: bytes, with: &random)) }
            }
        }
        try #require(files.count >= 500)
        let pool = ProbeWorkerPool(workers: 2, grace: patience)
        let limits = ProbeLimits(deadline: .seconds(5))
        var outcomes: [String: Int] = [:]
        await withTaskGroup(of: String.self) { group in
            for (index, bytes) in files.enumerated() {
                // A few at a time leave the machine to other tests.
                if index >= 4, let outcome = await group.next() { outcomes[outcome, default: 0] += 1 }
                group.addTask { await outcome(of: bytes, limits: limits, in: pool) }
            }
            for await outcome in group { outcomes[outcome, default: 0] += 1 }
        }
        print(
            "damaged media:",
            outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        #expect(outcomes.values.reduce(0, +) == files.count)
        #expect(outcomes["measured", default: 0] >= 100)
        // The same damage on every run: none of it takes a worker down.
        #expect(outcomes.keys.filter { $0.hasPrefix("crashed") } == [])
        #expect(outcomes["stuck"] == nil)
        #expect(outcomes["not run"] == nil)
        #expect(outcomes["badRequest"] == nil)
        // The pool still works.
        let plain = try await pool.measure(.file(path: GeneratedMedia.path("plain.mp4"), limits: ProbeLimits()))
        #expect(plain.parameters.video?.profile == "Main")
    }

    private func outcome(of bytes: [UInt8], limits: ProbeLimits, in pool: ProbeWorkerPool) async -> String {
        do throws(ProbeWorkerError) {
            let parameters = try await pool.measure(
                .ranges([ResourceRange(offset: 0, length: bytes.count)], totalSize: bytes.count, limits: limits),
                payload: bytes
            ).parameters
            return parameters.video?.codec != nil || parameters.audio?.codec != nil ? "measured" : "partly"
        } catch {
            switch error {
            case .failed(let failure): return failure.kind.rawValue
            case .crashed(let status): return "crashed: \(status)"
            case .timedOut: return "stuck"
            case .unavailable, .cancelled: return "not run"
            }
        }
    }

    @Test(
        "Every start of a file ends in a result or a named error",
        arguments: ["plain.mp4", "plain.ts", "hls-fmp4/init.mp4"])
    func prefixes(seed: String) async throws {
        let bytes = try GeneratedMedia.bytes(seed)
        for length in stride(from: 1, to: min(bytes.count, 3000), by: 37) {
            do throws(ProbeWorkerError) {
                _ = try await sharedPool.measure(
                    .ranges([ResourceRange(offset: 0, length: length)], totalSize: length, limits: ProbeLimits()),
                    payload: Array(bytes.prefix(length)))
            } catch {
                guard case .failed(let failure) = error else {
                    Issue.record("\(length) bytes: \(error)")
                    continue
                }
                #expect([.truncated, .notMedia, .damaged, .noTracks].contains(failure.kind))
            }
        }
    }
}

/// A random source that gives the same numbers on every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
