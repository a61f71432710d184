package import Foundation
package import TransitionRisk

/// A folder of test assets with its list `assets.json` (`segue.assets/1`), as `Examples/SwitchAssets/make-assets.sh` makes
/// it: which assets there are, and which pairs differ in what.
package struct SwitchAssets: Sendable, Hashable {
    /// One asset.
    package struct Asset: Sendable, Hashable {
        /// Its name in pairs and reports.
        package var name: String
        /// The media file, relative to the folder.
        package var file: String
        /// The same media as an HLS playlist, relative to the folder; `nil` when there is none.
        package var playlist: String?
    }

    /// Two assets that are to follow each other, and what differs.
    package struct Pair: Sendable, Hashable {
        /// Name of the asset before.
        package var from: String
        /// Name of the asset after.
        package var to: String
        /// The kinds of change, by their names in the cost table; empty for a matched pair.
        package var changes: [ChangeID]

        /// Names a pair.
        package init(from: String, to: String, changes: [ChangeID]) {
            self.from = from
            self.to = to
            self.changes = changes
        }
    }

    /// The folder.
    package var folder: URL
    /// How long each asset plays.
    package var seconds: Double
    /// The assets by name.
    package var assets: [String: Asset]
    /// The pairs in the order of the list.
    package var pairs: [Pair]

    /// The name of the list.
    package static let listName = "assets.json"
    private static let mostAssets = 1000

    /// Reads the list of a folder and looks whether its files are there.
    ///
    /// - Parameter known: The changes of the cost table; a change of another name is an error.
    /// - Throws: ``MeasuringError`` when the list is missing or cannot be used.
    package init(folder: URL, known: Set<ChangeID>) throws(MeasuringError) {
        let path = folder.appending(path: Self.listName).path(percentEncoded: false)
        func fail(_ message: String) -> MeasuringError { MeasuringError(subject: path, message: message) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw fail("there is no such file; make test assets with Examples/SwitchAssets/make-assets.sh FOLDER")
        }
        let list = try AssetList(data, name: path)
        guard let seconds = list.seconds, seconds.isFinite, seconds >= 1, list.assets.count <= Self.mostAssets else {
            throw fail("has assets of less than a second, or more than \(Self.mostAssets) of them")
        }
        var assets: [Asset] = []
        for item in list.assets {
            guard let file = item.file else { throw fail("names no file of '\(item.name)'") }
            assets.append(Asset(name: item.name, file: file, playlist: item.playlist))
        }
        let pairs = list.pairs.map {
            Pair(from: $0.from, to: $0.to, changes: $0.changes.map { ChangeID(rawValue: $0) })
        }
        self.init(folder: folder, seconds: seconds, assets: assets, pairs: pairs)
        for asset in assets {
            for file in [asset.file, asset.playlist].compactMap({ $0 }) {
                let isPlain = !file.hasPrefix("/") && !file.split(separator: "/").contains("..")
                guard isPlain,
                    FileManager.default.isReadableFile(atPath: folder.appending(path: file).path(percentEncoded: false))
                else { throw fail("names the file '\(file)', which is not there; make the assets again") }
            }
        }
        for pair in pairs {
            if let stranger = [pair.from, pair.to].first(where: { self.assets[$0] == nil }) {
                throw fail("has a pair with '\(stranger)', which is no asset of the list")
            }
            if let stranger = pair.changes.first(where: { !known.contains($0) }) {
                throw fail("names the change '\(stranger.rawValue)'; `segue matrix show` lists those there are")
            }
        }
    }

    /// Puts a set together.
    package init(folder: URL, seconds: Double, assets: [Asset], pairs: [Pair]) {
        self.folder = folder
        self.seconds = seconds
        self.assets = Dictionary(assets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.pairs = pairs
    }
}
