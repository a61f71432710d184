import ArgumentParser
import Foundation
import HLSPlaylists

/// Reads one playlist in this process and prints ``ParseFigures``.
struct ParseOnce: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "once", abstract: "Read one playlist in this process.", shouldDisplay: false)

    @Argument(help: "A media playlist.")
    var file: String

    func run() throws {
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let clock = ContinuousClock()
        let before = try residentBytes()
        let start = clock.now
        let document = PlaylistParser.parse(bytes)
        let parsed = clock.now - start
        let grown = try residentBytes() - before
        // The text belongs to neither side of the difference.
        withExtendedLifetime(bytes) {}
        guard let media = document.playlist?.media else { throw ValidationError("\(file) is no media playlist") }

        var scheduled = Duration.zero
        if !media.dateRangeTags.isEmpty {
            let start = clock.now
            let events = media.interstitials(as: .draft).events.map {
                ResolvedInterstitial($0, assetDurations: [.milliseconds(30_030)])
            }
            let schedule = Schedule(PrimaryTimeline(playlists: [media]), events)
            scheduled = clock.now - start
            let played = schedule.items.count { $0.interstitial != nil }
            guard played == media.dateRangeTags.count else { throw ValidationError("only \(played) breaks play") }
        }
        let figures = ParseFigures(
            segments: media.segments.count, interstitials: media.dateRangeTags.count,
            parseSeconds: parsed / .seconds(1), scheduleSeconds: scheduled / .seconds(1), residentBytes: grown)
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }

    /// Memory of this process that no file stands behind.
    private func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return 0 }
        return number * 1024
    }
}
