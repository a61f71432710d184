import AirPlayReceivers
package import DeviceMatrix
import Foundation
import HLSPlaylists
import MediaFormats
import TransitionRisk

extension DeviceMatrix {
    /// The matrix as text of at most 100 columns.
    package func text(style: TerminalStyle) -> String {
        var lines = [
            style.bold(
                "class/tier".column(22) + "switching".column(11) + "output".column(16) + "video".column(20)
                    + "ranges".column(14) + "audio")
        ]
        for profile in profiles {
            let capabilities = profile.capabilities
            let video = capabilities.videoDecoders.map(\.value.summary).joined(separator: " ")
            let ranges = capabilities.dynamicRanges?.value.map(\.rawValue).joined(separator: " ") ?? "?"
            let audio = capabilities.audioCodecs?.value.map(\.description).joined(separator: " ") ?? "?"
            if capabilities.airPlayVideo?.value == false {
                lines.append(
                    profile.id.column(22) + style.dim("AirPlay video does not reach this class"))
            } else {
                lines.append(
                    profile.id.column(22) + profile.switching.rawValue.column(11)
                        + profile.output.rawValue.column(16) + (video.isEmpty ? "?" : video).column(19) + " "
                        + ranges.column(13) + " " + audio.column(16))
            }
        }
        lines += ["", style.bold("costs \(costs.version)"), ""]
        lines.append(
            style.bold(
                "change".column(36) + "stage".column(18) + "adaptive".column(15) + "reload".column(15) + "unknown"))
        for (id, cost) in costs.changes.sorted(by: { $0.key < $1.key }) {
            let columns = [Switching.adaptive, .reload, .unknown].map { column in
                "\(Int(cost.p50Milliseconds[column]))/\(Int(cost.p95Milliseconds[column]))"
                    + " \(cost.grade[column].rawValue)"
            }
            lines.append(
                id.rawValue.column(36) + cost.stage.rawValue.column(18)
                    + columns.map { $0.column(15) }.joined())
        }
        lines += ["", style.dim("milliseconds p50/p95 when the change acts, with the grade of the evidence")]
        if !servicePlans.isEmpty { lines += ["", style.bold("service plans"), ""] }
        for entry in servicePlans {
            let summary = wrapped((entry.plan.summary ?? "").printable, width: 68)
            lines.append(
                entry.plan.name.printable.column(8) + entry.alias.printable.column(22) + (summary.first ?? ""))
            lines += summary.dropFirst().map { "".column(30) + $0 }
        }
        lines += calibrationLines(style: style)
        return lines.map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// The document `segue.matrix/1`.
    package func json(tool: Tool) throws -> String {
        try encoded(MatrixDocument(self, tool: tool))
    }
}

/// The outcome of checking a matrix, as the document `segue.matrix-validation/1`.
package struct MatrixValidation: Encodable {
    let schema = "segue.matrix-validation/1"
    let tool: Tool
    let files: [String]
    let errors: [Problem]

    struct Problem: Encodable {
        let file: String
        let line: Int?
        let message: String
    }

    /// States what was checked and what is wrong.
    package init(files: [String], errors: [MatrixError], tool: Tool) {
        self.tool = tool
        self.files = files
        self.errors = errors.map { Problem(file: $0.file, line: $0.line, message: $0.message) }
    }

    /// The document as text.
    package func json() throws -> String { try encoded(self) }
}

extension VideoDecoder {
    fileprivate var summary: String {
        "\(codec)" + (maxLevel.map { "@\($0 / 10).\($0 % 10)" } ?? "")
    }
}
