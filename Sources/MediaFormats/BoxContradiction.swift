/// A box beside the coded pictures that says something else of them than they do.
public struct BoxContradiction: Sendable, Hashable, Codable {
    /// The parameter.
    public var parameter: ParameterName
    /// The box: `colr`, `mdcv` or `clli`.
    public var box: String
    /// What the box says.
    public var boxSays: String
    /// What the coded pictures say, of the same values.
    public var bitstreamSays: String
    /// Where they say it: parameter sets in front of the samples (`hvcC`), or a message among these.
    public var bitstream: String

    /// Describes a contradiction.
    public init(_ parameter: ParameterName, box: String, says boxSays: String, bitstream: String, says: String) {
        self.parameter = parameter
        self.box = box
        self.boxSays = boxSays
        self.bitstream = bitstream
        bitstreamSays = says
    }
}

extension ColourDescription {
    /// What two descriptions say of the values in which they differ, each in words; `nil` where they agree as far as both
    /// tell, or differ in what players treat alike.
    public func differences(from other: ColourDescription) -> (own: String, other: String)? {
        var own: [String] = []
        var others: [String] = []
        func compare(_ name: String, _ mine: Int?, _ theirs: Int?, _ points: CodePoints) {
            guard let mine, let theirs, mine != theirs,
                !points.alike.contains(where: { $0.isSuperset(of: [mine, theirs]) })
            else { return }
            func words(_ code: Int) -> String { "\(name) \(code)" + (points.names[code].map { " (\($0))" } ?? "") }
            own.append(words(mine))
            others.append(words(theirs))
        }
        compare("primaries", primaries, other.primaries, .primaries)
        compare("transfer", transfer, other.transfer, .transfers)
        compare("matrix", matrix, other.matrix, .matrices)
        if let fullRange, let theirs = other.fullRange, fullRange != theirs {
            own.append(fullRange ? "full range" : "limited range")
            others.append(theirs ? "full range" : "limited range")
        }
        return own.isEmpty ? nil : (own.joined(separator: ", "), others.joined(separator: ", "))
    }
}

/// Code points of H.273 that players treat alike, and names of those that have one.
private struct CodePoints {
    var alike: [Set<Int>]
    var names: [Int: String]

    static let primaries = CodePoints(
        alike: [[5, 6, 7]],
        names: [1: "BT.709", 5: "BT.601", 6: "BT.601", 9: "BT.2020", 11: "DCI-P3", 12: "Display P3"])
    // The four curves of SDR are one function (H.273 table 3). Backward compatible HLG names one of them in the
    // parameter sets, and itself in a message among the samples (H.265 D.2.38).
    static let transfers = CodePoints(
        alike: [[1, 6, 14, 15], [14, 18]], names: [1: "BT.709", 6: "BT.601", 14: "BT.2020", 16: "PQ", 18: "HLG"])
    static let matrices = CodePoints(
        alike: [[5, 6]], names: [0: "RGB", 1: "BT.709", 5: "BT.601", 6: "BT.601", 9: "BT.2020", 14: "ICtCp"])
}
