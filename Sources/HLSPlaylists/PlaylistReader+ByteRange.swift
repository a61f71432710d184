extension PlaylistReader {
    func byteRange(_ text: String) -> (length: Int, offset: Int?)? {
        let bytes = Array(text.utf8)
        return byteRange(bytes, 0..<bytes.count)
    }

    /// `n[@o]`, both decimal integers, `n` at least 1 and the end in range.
    func byteRange(_ bytes: [UInt8], _ range: Range<Int>) -> (length: Int, offset: Int?)? {
        var index = range.lowerBound
        guard let length = Self.integer(bytes, &index, range.upperBound), length > 0 else { return nil }
        guard index < range.upperBound else { return (length, nil) }
        guard bytes[index] == UInt8(ascii: "@") else { return nil }
        index += 1
        guard let offset = Self.integer(bytes, &index, range.upperBound), index == range.upperBound,
            !offset.addingReportingOverflow(length).overflow
        else { return nil }
        return (length, offset)
    }

    private static func integer(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> Int? {
        let start = index
        var value = 0
        while index < end, case let digit = bytes[index] &- 48, digit < 10 {
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = product.addingReportingOverflow(Int(digit))
            guard !tooLarge, !overflow else { return nil }
            value = sum
            index += 1
        }
        return index > start ? value : nil
    }
}
