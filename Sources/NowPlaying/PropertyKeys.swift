/// The keys of the properties as bytes, because texts of fifty bytes would have to be made for each line.
enum PropertyKeys {
    private static let keys = NowPlayingProperty.allCases.map { Array($0.rawValue.utf8) }

    /// The place of the property whose key lies in a range of a line; `nil` for another key.
    static func position(of bytes: [UInt8], _ range: Range<Int>) -> Int? {
        keys.firstIndex { key in
            guard key.count == range.count else { return false }
            // Names differ at their ends first.
            var place = key.count - 1
            while place >= 0, bytes[range.lowerBound + place] == key[place] { place -= 1 }
            return place < 0
        }
    }
}
