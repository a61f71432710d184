import Foundation
package import MediaFormats

/// The document `segue.observe/1`: what a recording shows of switches.
package struct ObserveDocument: Sendable, Encodable {
    private struct Recording: Encodable {
        let name: String
        let durationSeconds: Double
        let codec: String?
        let width: Int?
        let height: Int?
        let hasSound: Bool
        let damagedPackets: Int
        let isComplete: Bool
        let startedAt: String?
        let clock: RecordingClock.Source?
    }

    private struct Marker: Encodable {
        let pictures: Int
        let marked: Int
        let blended: Int
        let unreadable: Int
        let misread: Int
        let intervalMilliseconds: Double
        let isSteady: Bool
        let corners: [Double]?
        let cellPixels: Double?
        let contrast: Int?
        let relocations: Int?
    }

    private struct Transition: Encodable {
        let from: String
        let to: String
        let atSeconds: Double
        let at: String?
        let lastFrame: Int
        let firstFrame: Int
        let freezeMilliseconds: Double
        let blackMilliseconds: Double
        let unreadableMilliseconds: Double
        let longestWaitMilliseconds: Double
        let startMilliseconds: Double?
        let unplayedFrames: Int?
        let missingFrames: Int?
        let repeatedFrames: Int?
        let silenceMilliseconds: Double?
        let soundAfterPictureMilliseconds: Double?
        let soundLatenessBeforeMilliseconds: Double?
        let soundLatenessAfterMilliseconds: Double?
        let pictureResolutionMilliseconds: Double
        let soundResolutionMilliseconds: Double

        init(_ transition: RecordedTransition, start: Int, clock: RecordingClock?) {
            from = transition.from.name
            to = transition.to.name
            atSeconds = (transition.boundary - start).seconds
            at = clock?.text(transition.boundary)
            lastFrame = transition.lastFrame
            firstFrame = transition.firstFrame
            freezeMilliseconds = transition.freeze.milliseconds
            blackMilliseconds = transition.black.milliseconds
            unreadableMilliseconds = transition.unreadable.milliseconds
            longestWaitMilliseconds = transition.longestWait.milliseconds
            startMilliseconds = transition.start?.milliseconds
            unplayedFrames = transition.unplayedFrames
            missingFrames = transition.missingFrames
            repeatedFrames = transition.repeatedFrames
            silenceMilliseconds = transition.silence?.milliseconds
            soundAfterPictureMilliseconds = transition.soundAfterPicture?.milliseconds
            soundLatenessBeforeMilliseconds = transition.soundLatenessBefore?.milliseconds
            soundLatenessAfterMilliseconds = transition.soundLatenessAfter?.milliseconds
            pictureResolutionMilliseconds = transition.pictureResolution.milliseconds
            soundResolutionMilliseconds = RecordedTransition.soundResolution.milliseconds
        }
    }

    private struct Interruption: Encodable {
        let asset: String
        let frame: Int
        let atSeconds: Double
        let waitMilliseconds: Double
        let blackMilliseconds: Double
    }

    private struct Comparison: Encodable {
        struct Match: Encodable {
            let from: String?
            let to: String
            let protocolMilliseconds: Double
            let shownMilliseconds: Double
            let firstPictureMilliseconds: Double
        }

        let matches: [Match]
        let unseen: Int
        let elsewhere: Int
        let biasMilliseconds: Double?
        let p05Milliseconds: Double?
        let p95Milliseconds: Double?

        init(_ comparison: ProtocolComparison) {
            matches = comparison.matches.map {
                Match(
                    from: $0.estimate.from, to: $0.estimate.to, protocolMilliseconds: $0.estimate.milliseconds,
                    shownMilliseconds: $0.shown.tenths, firstPictureMilliseconds: $0.firstPicture.tenths)
            }
            unseen = comparison.unseen
            elsewhere = comparison.elsewhere
            biasMilliseconds = comparison.bias?.tenths
            p05Milliseconds = comparison.spread?.lowerBound.tenths
            p95Milliseconds = comparison.spread?.upperBound.tenths
        }
    }

    private let schema = "segue.observe/1"
    private let tool: CalibrationDocument.Tool
    private let recording: Recording
    private let marker: Marker
    private let transitions: [Transition]
    private let interruptions: [Interruption]
    private let against: Comparison?

    /// Puts what a recording shows into a document.
    ///
    /// - Parameters:
    ///   - facts: What is true of the file; `nil` for a list that somebody else made of it.
    ///   - name: How the recording is called.
    ///   - clock: The time of day; `nil` where unknown.
    ///   - comparison: What the protocol's times are held against; `nil` where nobody asked.
    package init(
        _ analysis: RecordingAnalysis, facts: RecordingFacts?, name: String, clock: RecordingClock?,
        comparison: ProtocolComparison?, tool: CalibrationDocument.Tool
    ) {
        self.tool = tool
        let start = analysis.firstPictureAt
        recording = Recording(
            name: name, durationSeconds: (analysis.end - start).seconds, codec: facts?.codec,
            width: facts?.width, height: facts?.height,
            hasSound: facts?.hasSound ?? false, damagedPackets: facts?.damagedPackets ?? 0,
            isComplete: facts?.isComplete ?? true,
            startedAt: clock?.text(start), clock: clock?.source)
        let calibration = analysis.calibration
        marker = Marker(
            pictures: calibration.pictures, marked: calibration.marked, blended: calibration.blended,
            unreadable: calibration.unreadable, misread: calibration.misread,
            intervalMilliseconds: calibration.interval.milliseconds, isSteady: calibration.isSteady,
            corners: facts?.marker.map { $0.corners.map(\.tenths) }, cellPixels: facts?.marker?.cellPixels.tenths,
            contrast: facts?.marker?.contrast, relocations: facts?.marker?.relocations)
        transitions = analysis.transitions.map { Transition($0, start: start, clock: clock) }
        interruptions = analysis.interruptions.map {
            Interruption(
                asset: $0.asset.name, frame: $0.frame, atSeconds: ($0.at - start).seconds,
                waitMilliseconds: $0.wait.milliseconds, blackMilliseconds: $0.black.milliseconds)
        }
        against = comparison.map(Comparison.init)
    }

    /// The document as JSON with sorted keys and a newline at the end.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

extension Int {
    /// Microseconds as milliseconds, to a tenth.
    package var milliseconds: Double { (Double(self) / 1000).tenths }
    /// Microseconds as seconds, to a thousandth.
    package var seconds: Double { (Double(self) / 1000).rounded() / 1000 }
}

extension Double {
    fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}
