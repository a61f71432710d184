import Foundation

/// The list `assets.json` (`segue.assets/1`) beside test assets, as `Examples/SwitchAssets/make-assets.sh` writes it and
/// before anybody asks whether it makes sense: ``SwitchAssets`` are what of it can be played, ``MarkedAssets`` what of it
/// can be seen.
struct AssetList: Decodable {
    /// One asset. Those that are only seen need no file, those that are only played no marker.
    struct Asset: Decodable {
        /// Frames a second.
        struct Rate: Decodable {
            var numerator: Int
            var denominator: Int
        }

        /// Its name in pairs and reports.
        var name: String
        /// The media file, relative to the folder.
        var file: String?
        /// The same media as an HLS playlist, relative to the folder.
        var playlist: String?
        /// The number in its marker.
        var id: Int?
        /// Frames from its start to its end.
        var frames: Int?
        /// Its frame rate.
        var frameRate: Rate?
        /// Its tone.
        var toneHertz: Int?
    }

    /// Two assets that are to follow each other.
    struct Pair: Decodable {
        var from: String
        var to: String
        /// What differs, by names of the cost table; empty for a matched pair.
        var changes: [String]
    }

    var schema: String
    /// How long each asset plays.
    var seconds: Double?
    /// The tick on each full second.
    var tickHertz: Int?
    var assets: [Asset]
    var pairs: [Pair]

    /// Largest list that is read, in bytes.
    static let limit = 4 << 20
    private static let form = "segue.assets/1"

    /// Reads a list.
    ///
    /// - Parameter name: How the file is called in errors.
    /// - Throws: ``MeasuringError`` when it is no such list.
    init(_ data: Data, name: String) throws(MeasuringError) {
        func fail(_ message: String) -> MeasuringError { MeasuringError(subject: name, message: message) }
        guard data.count <= Self.limit else { throw fail("is larger than \(Self.limit >> 20) MB") }
        let list: AssetList
        do {
            list = try JSONDecoder().decode(AssetList.self, from: data)
        } catch {
            throw fail("is no list of test assets (\(Self.form)); Examples/SwitchAssets/make-assets.sh writes one")
        }
        guard list.schema == Self.form else { throw fail("is of the form '\(list.schema)', not \(Self.form)") }
        self = list
    }
}
