import MatrixRuns
import TransitionRisk

/// The breaks of one primary, each drawn with what plays before, in and after it, and the worst verdict at each boundary.
struct BreakDrawing {
    private let primary: String
    private let spans: [CheckedEntry.Span]
    private let worst: [TransitionName: StoredRun.Cell]

    /// Longer presentations are drawn in part; the matrix has all.
    private static let mostBreaks = 100

    /// - Parameter worst: The worst verdict at each transition.
    init(primary: String, spans: [CheckedEntry.Span], worst: [TransitionName: StoredRun.Cell]) {
        self.primary = primary
        self.spans = spans
        self.worst = worst
    }

    /// The worst verdict at each transition among all receivers; where nothing was judged, what came instead.
    static func worst(in run: StoredRun) -> [TransitionName: StoredRun.Cell] {
        var worst: [Int: StoredRun.Cell] = [:]
        for cell in run.cells where cell.outcome != .unsupported {
            guard let known = worst[cell.place] else {
                worst[cell.place] = cell
                continue
            }
            let isWorse = (cell.band ?? .none) > (known.band ?? .none)
            if cell.outcome.isJudged, !known.outcome.isJudged || isWorse { worst[cell.place] = cell }
        }
        return Dictionary(worst.map { (run.places[$0.key].name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// One stretch of breaks, and what lies around it.
    private struct Break {
        var event: String
        var before: CheckedEntry.Span?
        var parts: [CheckedEntry.Span]
        var after: CheckedEntry.Span?
    }

    /// The drawings, folded up.
    var html: String {
        let all = breaks
        let drawn = all.prefix(Self.mostBreaks).map(draw).joined()
        let more =
            all.count > Self.mostBreaks ? "<p class=\"soft small\">… and \(all.count - Self.mostBreaks) more.</p>" : ""
        return
            "<details class=\"breaks\"\(all.count <= 6 ? " open" : "")><summary>\(primary.html): \(all.count) break\(all.count == 1 ? "" : "s")</summary>\(drawn)\(more)</details>"
    }

    private var breaks: [Break] {
        var result: [Break] = []
        for (index, span) in spans.enumerated() where !span.isPrimary {
            let isContinued = index > 0 && !spans[index - 1].isPrimary && result.last?.event == span.title
            if isContinued {
                result[result.count - 1].parts.append(span)
            } else {
                result.append(
                    Break(
                        event: span.title, before: index > 0 && spans[index - 1].isPrimary ? spans[index - 1] : nil,
                        parts: [span]))
            }
            let next = index + 1 < spans.count ? spans[index + 1] : nil
            result[result.count - 1].after = next.flatMap { $0.isPrimary ? $0 : nil }
        }
        return result
    }

    private func draw(_ item: Break) -> String {
        // In percent of the width: the middle is the break, its surroundings are hinted at.
        let (left, right) = (item.before == nil ? 0.0 : 12.0, item.after == nil ? 0.0 : 12.0)
        let width = 100.0 - left - right
        let total = max(0.001, item.parts.reduce(0) { $0 + $1.lengthSeconds })
        var shapes = ""
        var words = ""
        var said: [String] = []
        func bar(_ x: Double, _ width: Double, _ kind: String, _ label: String) {
            shapes +=
                "<rect x=\"\(short(x * 10))\" y=\"0\" width=\"\(short(max(1, width * 10 - 2)))\" height=\"26\" class=\"\(kind)\"/>"
            if width > 8 {
                words += "<span class=\"on\" style=\"left:\(short(x))%;width:\(short(width))%\">\(label.html)</span>"
            }
        }
        func mark(_ x: Double, _ position: String) {
            let name = TransitionName(primary: primary, event: item.event, position: position)
            guard let (symbol, word) = worst[name].map({ ($0.symbol, $0.styleWord) }) else { return }
            words += "<span class=\"mark \(word)\" style=\"left:\(short(min(98, max(2, x))))%\">\(symbol)</span>"
            said.append("\(position) \(word)")
        }
        if item.before != nil { bar(0, left, "primary", "primary") }
        var x = left
        mark(x, "enter")
        for (index, part) in item.parts.enumerated() {
            let length = part.lengthSeconds / total * width
            if index > 0 { mark(x, "\(index)-\(index + 1)") }
            bar(x, length, "interstitial", seconds(part.lengthSeconds))
            x += length
        }
        if item.after != nil {
            mark(x, "resume")
            bar(x, right, "primary", "primary")
        }
        let start = item.parts.first?.startSeconds ?? 0
        let label = "\(item.event), \(seconds(total)) long; worst verdicts: \(said.joined(separator: ", "))"
        return """
            <figure><figcaption>\(item.event.html) <span class="soft">from \(seconds(start)), \(seconds(total)) long</span></figcaption>
            <div class="track"><svg viewBox="0 0 1000 26" preserveAspectRatio="none" role="img" aria-label="\(label.html)">\(shapes)</svg>\(words)</div></figure>
            """
    }

    private func seconds(_ value: Double) -> String {
        if value < 90 { return "\(short((value * 10).rounded() / 10)) s" }
        let total = Int(value.rounded())
        return "\(total / 60):\(total % 60 < 10 ? "0" : "")\(total % 60)"
    }
}

/// The course of one receiver over the runs.
struct TrendDrawing {
    private let trend: ReceiverTrend
    private let title: String

    init(_ trend: ReceiverTrend, title: String) {
        self.trend = trend
        self.title = title
    }

    /// The chart with its caption.
    var html: String {
        let points = trend.points
        let top = Double(
            max(100, points.compactMap { max($0.worstMilliseconds ?? 0, $0.medianMilliseconds ?? 0) }.max() ?? 100))
        func x(_ index: Int) -> Double { points.count > 1 ? 6 + Double(index) / Double(points.count - 1) * 288 : 150 }
        // Delays spread over three powers of ten: roots keep small ones in sight.
        func y(_ value: Int) -> Double { 74 - (Double(max(0, value)) / top).squareRoot() * 64 }
        var shapes = ""
        for (index, point) in points.enumerated() where index > 0 && point.firmware != points[index - 1].firmware {
            shapes +=
                "<line x1=\"\(short(x(index)))\" x2=\"\(short(x(index)))\" y1=\"6\" y2=\"76\" class=\"firmware\"><title>run \(point.run): firmware \((point.firmware ?? "-").html)</title></line>"
        }
        let line = points.enumerated().compactMap { index, point in
            point.medianMilliseconds.map { "\(short(x(index))),\(short(y($0)))" }
        }
        shapes += "<polyline points=\"\(line.joined(separator: " "))\" class=\"median\"/>"
        for (index, point) in points.enumerated() {
            guard let worst = point.worstMilliseconds else { continue }
            let place = "cx=\"\(short(x(index)))\" cy=\"\(short(y(worst)))\""
            let radius = points.count > 60 ? "1.6" : "2.8"
            shapes += "<circle \(place) r=\"\(radius)\" class=\"worst\"/>"
        }
        for change in trend.changes {
            let at = x(change.at)
            shapes +=
                "<path d=\"M\(short(at - 4)) 80l8 0l-4 -7z\" class=\"change\"><title>run \(points[change.at].run): \(change.before) → \(change.after) ms</title></path>"
        }
        let last = points.last
        let now = last?.medianMilliseconds.map { spokenDelay(Double($0)) } ?? "no verdict"
        let worst = last?.worstMilliseconds.map { spokenDelay(Double($0)) } ?? "–"
        let changes = trend.changes.map { "\($0.before) to \($0.after) ms in run \(points[$0.at].run)" }
        let failing = (last?.failing ?? 0) > 0 ? ", \(last?.failing ?? 0) too bad" : ""
        let label =
            "\(title): median \(now), worst \(worst)\(failing)"
            + (changes.isEmpty ? "" : "; level changed from \(changes.joined(separator: ", from "))")
        return """
            <figure><figcaption>\(title.html)<br><span class="soft">median \(now), worst \(worst)\(failing)</span></figcaption>
            <svg viewBox="0 0 300 82" role="img" aria-label="\(label.html)"><line x1="6" x2="294" y1="74" y2="74" class="axis"/>\(shapes)</svg>
            <p class="soft small ends"><span>run \(points.first?.run ?? 0)</span><span>run \(last?.run ?? 0)</span></p></figure>
            """
    }
}

/// A coordinate with one decimal at most.
func short(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}
