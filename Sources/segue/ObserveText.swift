import Foundation
import HarnessReports
import MediaFormats
import ReceiverMeasuring

/// What `segue observe` prints for people.
struct ObserveText {
    var analysis: RecordingAnalysis
    /// What is true of the file; `nil` for a list that somebody else made of it.
    var facts: RecordingFacts?
    /// How the recording is called.
    var name: String
    var comparison: ProtocolComparison?

    /// The whole text, without a newline at the end.
    var text: String {
        var lines = [head, marker]
        if let facts, !facts.isComplete { lines.append("  the recording is longer than what was read") }
        if let facts, facts.damagedPackets > 0 {
            lines.append("  \(facts.damagedPackets) packets could not be decoded")
        }
        lines += transitions
        if !analysis.interruptions.isEmpty {
            lines += ["", "without a new picture while one asset played:"]
            lines += analysis.interruptions.prefix(20).map { stop in
                let dark = stop.black > 0 ? ", \(Self.milliseconds(stop.black)) of it dark" : ""
                return
                    "  \(Self.seconds(stop.at - analysis.firstPictureAt))  \(stop.asset.name.printable), after frame "
                    + "\(stop.frame): \(Self.milliseconds(stop.wait))\(dark)"
            }
            if analysis.interruptions.count > 20 { lines.append("  and \(analysis.interruptions.count - 20) more") }
        }
        if let comparison { lines += [""] + self.comparison(comparison) }
        return lines.joined(separator: "\n")
    }

    private var head: String {
        let calibration = analysis.calibration
        let rate = calibration.interval > 0 ? 1e6 / Double(calibration.interval) : 0
        let pace = String(
            format: calibration.isSteady ? "%.2f pictures a second" : "up to %.0f pictures a second", rate)
        let size = facts.map { "\($0.width)x\($0.height), " } ?? ""
        return "\(name.printable): \(size)\(pace), \(Self.seconds(analysis.end - analysis.firstPictureAt))"
            + (facts?.hasSound == true ? "" : ", no sound")
    }

    private var marker: String {
        let calibration = analysis.calibration
        let share = Double(calibration.marked) * 100 / Double(max(1, calibration.marked + calibration.unreadable))
        var text = String(format: "marker read in %.1f %% of the pictures that may show it", share)
        if let marker = facts?.marker {
            text += String(
                format: "; a cell is %.0f pixels wide, white less black %d of 255", marker.cellPixels, marker.contrast)
        }
        if calibration.blended > 0 { text += "; \(calibration.blended) hold two frames" }
        if calibration.misread > 0 { text += "; \(calibration.misread) refused" }
        return text
    }

    private var transitions: [String] {
        analysis.transitions.flatMap { switched -> [String] in
            var lines = [
                "",
                "\(Self.seconds(switched.boundary - analysis.firstPictureAt))  \(switched.from.name.printable) → "
                    + "\(switched.to.name.printable)   (picture ±\(Self.milliseconds(switched.pictureResolution)), sound "
                    + "±\(Self.milliseconds(RecordedTransition.soundResolution)))",
                "  frames    last \(switched.lastFrame)"
                    + (switched.unplayedFrames.map { " of \($0 + switched.lastFrame)" } ?? "")
                    + ", first \(switched.firstFrame)" + Self.count(switched.missingFrames, "missing")
                    + Self.count(switched.repeatedFrames, "repeated"),
                "  picture   freeze \(Self.milliseconds(switched.freeze)), black \(Self.milliseconds(switched.black))"
                    + (switched.unreadable > 0 ? ", other \(Self.milliseconds(switched.unreadable))" : "")
                    + ", nothing new for \(Self.milliseconds(switched.longestWait)) at most"
                    + (switched.start.map { ", time line starts after \(Self.milliseconds($0))" } ?? ""),
            ]
            var sound: [String] = []
            if let silence = switched.silence { sound.append("silence \(Self.milliseconds(silence))") }
            if let later = switched.soundAfterPicture { sound.append("\(Self.signed(later)) from the first picture") }
            if let before = switched.soundLatenessBefore { sound.append("\(Self.signed(before)) late before") }
            if let after = switched.soundLatenessAfter { sound.append("\(Self.signed(after)) late after") }
            if !sound.isEmpty { lines.append("  sound     " + sound.joined(separator: ", ")) }
            return lines
        }
    }

    private func comparison(_ comparison: ProtocolComparison) -> [String] {
        guard let bias = comparison.bias, let spread = comparison.spread else {
            return ["against the protocol: no switch is in both"]
        }
        var lines = [
            String(
                format:
                    "against the protocol, %d switches: it is %+.0f ms from the screen (median), nine of ten within "
                    + "%+.0f to %+.0f ms",
                comparison.matches.count, bias, spread.lowerBound, spread.upperBound)
        ]
        if comparison.unseen > 0 {
            lines.append("  \(comparison.unseen) more were measured and are not seen in the recording")
        }
        if comparison.elsewhere > 0 { lines.append("  \(comparison.elsewhere) more were measured before or after it") }
        return lines
    }

    private static func count(_ count: Int?, _ word: String) -> String {
        count.map { ", \($0) \(word)" } ?? ", \(word) not told"
    }

    private static func milliseconds(_ microseconds: Int) -> String {
        "\(Int((Double(microseconds) / 1000).rounded())) ms"
    }

    private static func signed(_ microseconds: Int) -> String {
        String(format: "%+.0f ms", Double(microseconds) / 1000)
    }

    private static func seconds(_ microseconds: Int) -> String { String(format: "%.3f s", Double(microseconds) / 1e6) }
}
