/// The digest of FIPS 180-4, by which the cache names what it must not write down.
struct SHA256 {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The digest of some bytes, 64 hexadecimal digits.
    static func hex(of bytes: some Sequence<UInt8>) -> String {
        var message = Array(bytes)
        let bits = UInt64(message.count) * 8
        message.append(0x80)
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        var digest = SHA256()
        for start in stride(from: 0, to: message.count, by: 64) { digest.add(message[start..<(start + 64)]) }
        return digest.state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private mutating func add(_ block: ArraySlice<UInt8>) {
        var schedule = [UInt32](repeating: 0, count: 64)
        for (index, byte) in block.enumerated() { schedule[index / 4] = schedule[index / 4] << 8 | UInt32(byte) }
        for i in 16..<64 {
            let (a, b) = (schedule[i - 15], schedule[i - 2])
            let small = Self.rotated(a, 7) ^ Self.rotated(a, 18) ^ a >> 3
            let large = Self.rotated(b, 17) ^ Self.rotated(b, 19) ^ b >> 10
            schedule[i] = schedule[i - 16] &+ small &+ schedule[i - 7] &+ large
        }
        // Named as in FIPS 180-4 section 6.2.2.
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for i in 0..<64 {
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let first =
                h &+ (Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)) &+ choice &+ Self.constants[i]
                &+ schedule[i]
            let second = (Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)) &+ majority
            (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
        }
        for (i, word) in [a, b, c, d, e, f, g, h].enumerated() { state[i] = state[i] &+ word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 section 4.2.2).
    private static let constants: [UInt32] = {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 64 {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes.map { prime in
            // The largest root whose cube is at most prime * 2^96, by bisection.
            var (low, high): (UInt64, UInt64) = (0, 1 << 36)
            while high - low > 1 {
                let middle = (low + high) / 2
                let square = UInt128(middle) * UInt128(middle)
                if square * UInt128(middle) <= UInt128(prime) << 96 { low = middle } else { high = middle }
            }
            return UInt32(truncatingIfNeeded: low)
        }
    }()
}
