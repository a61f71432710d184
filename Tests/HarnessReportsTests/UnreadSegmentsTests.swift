import Foundation
import HLSPlaylists
import MediaFormats
import Testing

@testable import HarnessReports

/// What `segue probe --segments` says of segments that told nothing.
@Suite struct UnreadSegmentsTests {
    private func rendition(
        _ kind: RenditionProfile.Kind, _ failures: [String?], empty: Set<Int> = []
    ) -> RenditionProfile {
        var rendition = RenditionProfile(kind, label: "\(kind)", declared: OperatingParameters())
        rendition.measured = MeasuredMedia(parameters: OperatingParameters())
        rendition.segmentCount = failures.count
        rendition.segments = failures.enumerated().map { index, failure in
            var segment = ReadSegment(
                index: index,
                declared: DeclaredSegment(
                    duration: .seconds(2), targetDuration: .seconds(2), document: "v.m3u8", line: 10 + 2 * index),
                position: .seconds(2 * index), discontinuity: 0, isIndependent: false)
            segment.failure = failure
            if failure == nil, !empty.contains(index) {
                segment.tracks = [TrackTiming(kind: kind == .audio ? .audio : .video, identifier: 1)]
            }
            return segment
        }
        return rendition
    }

    private func asset(_ renditions: RenditionProfile...) -> ProfileReport.Asset {
        ProfileReport.Asset(
            name: "a.m3u8", line: nil,
            profile: PresentationProfile(
                reference: AssetReference(path: "/a.m3u8"), form: .multivariant, renditions: renditions))
    }

    private func summary(_ asset: ProfileReport.Asset) -> String {
        ProfileText(asset, style: TerminalStyle(colour: false), showsDetails: false).lines[1]
    }

    @Test func oneMissingSegmentOfOneRenditionMakesTheAnswerIncomplete() throws {
        let asset = asset(
            rendition(.variant, [nil, nil, "/v/2.m4s: No such file or directory", nil]),
            rendition(.audio, [nil, nil, nil, nil]))
        #expect(!asset.isComplete)
        #expect(summary(asset).contains("times of 3 of 4 segments"))
        #expect(
            asset.profile?.renditions.map(\.shortfall) == [
                "1 of 4 segments could not be read, the first at v.m3u8:14: /v/2.m4s: No such file or directory", nil,
            ])
    }

    @Test func aSegmentInWhichNothingIsUnderstoodIsNotRead() throws {
        let asset = asset(rendition(.variant, [nil, nil, nil], empty: [1, 2]))
        #expect(!asset.isComplete)
        #expect(summary(asset).contains("times of 1 of 3 segments"))
        #expect(
            asset.profile?.renditions.first?.shortfall
                == "2 of 3 segments could not be read, the first at v.m3u8:12: no track in it was understood")
        let report = ProfileReport(tool: Tool(name: "t", version: "1"), tier: .headers, assets: [asset])
        #expect(try report.json().components(separatedBy: "\"no track in it was understood\"").count == 3)
    }

    @Test("What is no error leaves it complete", arguments: [RenditionProfile.Kind.variant, .subtitles])
    func noError(_ kind: RenditionProfile.Kind) {
        // A text may be silent for a while; what is encrypted as a whole is not looked into.
        let unread = kind == .subtitles ? nil : ReadSegment.encryptedAsAWhole
        let asset = asset(rendition(kind, [unread, unread], empty: [0, 1]))
        #expect(asset.isComplete)
        #expect(summary(asset).contains("times of \(kind == .subtitles ? 2 : 0) of 2 segments"))
    }

    @Test func theRenditionOfWhichTheLeastIsKnownIsCounted() {
        var long = rendition(.audio, [nil, nil])
        long.segmentCount = 9
        var short = rendition(.variant, [nil, nil])
        short.segmentCount = 8
        #expect(summary(asset(short, long)).contains("times of 2 of 9 segments"))
    }
}
