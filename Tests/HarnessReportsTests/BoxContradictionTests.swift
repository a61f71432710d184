import HLSPlaylists
import MediaFormats
import Testing

@testable import HarnessReports

@Suite struct BoxContradictionTests {
    @Test func whatABoxDeniesComesWithTheRendition() {
        var media = MeasuredMedia(parameters: OperatingParameters())
        media.boxContradictions = [
            BoxContradiction(
                .videoColour, box: "colr", says: "transfer 1 (BT.709)", bitstream: "hvcC", says: "transfer 16 (PQ)")
        ]
        var rendition = RenditionProfile(.file, label: "ad.mp4", declared: OperatingParameters())
        rendition.measured = media
        #expect(rendition.combination.boxContradictions == media.boxContradictions)
    }
}
