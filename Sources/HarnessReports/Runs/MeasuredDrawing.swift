import MatrixRuns

/// What was measured on one receiver, each beside what had been predicted for it: a bar from the typical delay to the worst
/// of twenty, and a mark for what was seen.
struct MeasuredDrawing {
    private let title: String
    private let items: [Measurement]

    /// More would not be told apart.
    private static let most = 60

    init(title: String, items: [Measurement]) {
        self.title = title
        self.items = Array(items.filter { $0.milliseconds != nil }.suffix(Self.most))
    }

    /// The chart with its caption; empty where no delay was measured.
    var html: String {
        guard !items.isEmpty else { return "" }
        let top = Double(
            items.reduce(100) { max($0, $1.milliseconds ?? 0, $1.predicted?.p95Milliseconds ?? 0) })
        func y(_ value: Int) -> Double { 74 - (Double(max(0, value)) / top).squareRoot() * 64 }
        let step = 288 / Double(items.count)
        var shapes = ""
        for (index, item) in items.enumerated() {
            let x = 6 + (Double(index) + 0.5) * step
            if let low = item.predicted?.p50Milliseconds, let high = item.predicted?.p95Milliseconds {
                let height = max(1.5, y(low) - y(high))
                shapes +=
                    "<rect x=\"\(short(x - min(6, step * 0.4)))\" y=\"\(short(y(high)))\" width=\"\(short(min(12, step * 0.8)))\" height=\"\(short(height))\" class=\"predicted\"/>"
            }
            guard let seen = item.milliseconds else { continue }
            let words = [item.cell.transition.description, item.seen, item.foretold.map { "predicted \($0)" }]
            // What lies outside the bar has another shape as well.
            let mark =
                item.agreement == .longer
                ? "<path d=\"M\(short(x - 4)) \(short(y(seen) + 3.5))l8 0l-4 -7z\" class=\"seen longer\">"
                : "<circle cx=\"\(short(x))\" cy=\"\(short(y(seen)))\" r=\"2.6\" class=\"seen\">"
            let close = item.agreement == .longer ? "</path>" : "</circle>"
            shapes += mark + "<title>\(words.compactMap(\.self).joined(separator: "; ").html)</title>" + close
        }
        let longer = items.count { $0.agreement == .longer }
        let summary =
            "\(items.count) measured, "
            + (longer == 0 ? "none longer than predicted" : "\(longer) longer than predicted")
        return """
            <figure><figcaption>\(title.html)<br><span class="soft">\(summary)</span></figcaption>
            <svg viewBox="0 0 300 82" role="img" aria-label="\("\(title): \(summary)".html)"><line x1="6" x2="294" y1="74" y2="74" class="axis"/>\(shapes)</svg>
            <p class="soft small ends"><span>\((items.first?.date ?? "first").html)</span><span>\((items.last?.date ?? "last").html)</span></p></figure>
            """
    }
}

extension RunPage {
    /// What was measured on the cells of the run, beside what had been predicted; empty where nothing was.
    var measured: String {
        let places = report.measured.keys.sorted()
        guard !places.isEmpty else { return "" }
        let rows = places.prefix(200).compactMap { index -> String? in
            guard let items = report.measured[index], let last = items.last else { return nil }
            let cell = report.entries[index].cell
            let name = report.run.name(of: cell).transition.description
            let style = last.agreement == .longer || last.agreement == .failed ? "severe" : "none"
            let more = items.count > 1 ? "<br><span class=\"soft\">\(items.count) in all</span>" : ""
            return """
                <tr><th scope="row">\(name.html)</th><td><button type="button" data-cell="\(index)">\(report.receiver(cell).title.html)</button></td>
                <td>\(last.seen.html)\(more)</td><td>\((last.foretold ?? "–").html)</td><td class="\(style)">\((last.comparison ?? "–").html)</td><td class="small soft">\(last.origin.html)</td></tr>
                """
        }
        let rest =
            places.count > 200 ? "<p class=\"soft small\">… and \(places.count - 200) more cells in run.json.</p>" : ""
        var byReceiver: [Int: [Measurement]] = [:]
        for index in places {
            byReceiver[report.entries[index].cell.receiver, default: []] += report.measured[index] ?? []
        }
        let drawings = byReceiver.keys.sorted().map { column in
            MeasuredDrawing(
                title: report.run.receivers[column].receiver.title,
                items: (byReceiver[column] ?? []).enumerated().sorted {
                    ($0.element.run ?? 0, $0.element.date ?? "", $0.offset)
                        < ($1.element.run ?? 0, $1.element.date ?? "", $1.offset)
                }.map(\.element)
            ).html
        }.joined()
        return """
            <h2>Measured beside predicted</h2><p class="soft small">What people saw (segue plan record), the receiver's own floor included. Bars reach from
            the typical delay to the worst of twenty, as predicted then; dots are what was seen, triangles what took longer.</p>
            <div class="scroll"><table class="measured"><thead><tr><th scope="col">Transition</th><th scope="col">Receiver</th><th scope="col">Seen last</th>
            <th scope="col">Predicted</th><th scope="col">Compared</th><th scope="col">From</th></tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>\(rest)<div class="trends after">\(drawings)</div>

            """
    }
}
