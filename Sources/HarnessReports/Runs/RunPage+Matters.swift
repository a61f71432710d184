import MatrixRuns

extension RunPage {
    /// What is worse, what could not be checked, what got better: a card for each matter.
    var matters: String {
        let sections: [(String, Standing)] = [
            ("Worse than expected", .worse), ("Could not be checked", .unchecked), ("Better than expected", .better),
        ]
        return sections.map { title, standing in
            let matters = report.matters(standing)
            guard !matters.isEmpty else { return "" }
            let cards = matters.prefix(Self.mostCards).map(card).joined()
            let left = matters.count - Self.mostCards
            let more = left > 0 ? "<p class=\"soft small\">… and \(left) more in the matrix.</p>" : ""
            return "<h2>\(title)</h2><div class=\"cards\">\(cards)</div>\(more)"
        }.joined()
    }

    /// Longer lists are cut; the matrix has all.
    private static let mostCards = 40
    private static let mostPlaces = 8
    private static let mostReceivers = 12

    private func card(_ matter: RunMatter) -> String {
        let worst = report.entries[matter.worst].cell
        let delay = worst.p95Milliseconds.map { ", up to " + spokenDelay(Double($0)) } ?? ""
        let count = matter.cells.count == 1 ? "1 cell" : "\(matter.cells.count) cells"
        let title = matter.title.isEmpty ? worst.outcomeWords : matter.title
        var lines = report.causes(of: matter).prefix(4).map { "<p class=\"cause\">Since it was good: \($0.html)</p>" }
        if let fix = report.run.judgement(of: worst)?.fixPath.first {
            lines.append(
                "<p><strong>Fix:</strong> \(fix.advice.html) → \(fix.band.rawValue), \(spokenDelay(Double(fix.p95Milliseconds)))</p>"
            )
        }
        if let known = report.knowledge(of: matter) {
            lines.append("<p class=\"small\">\(known.words.html)\(known.link.map(link) ?? "")</p>")
        }
        lines.append("<p class=\"soft small\">\(report.course(of: matter).html)</p>")
        return """
            <section class="card"><header><span class="\(worst.styleWord)">\(worst.symbol) \(worst.outcomeWords)\(delay)</span>
            <span class="soft small">\(count)</span></header><h3>\(title.html)</h3>
            \(lines.joined())\(places(of: matter))</section>

            """
    }

    private func places(of matter: RunMatter) -> String {
        let places = report.places(of: matter)
        let rows = places.prefix(Self.mostPlaces).map { place, cells in
            let buttons = cells.prefix(Self.mostReceivers).map { index in
                "<button type=\"button\" data-cell=\"\(index)\">\(report.receiver(report.entries[index].cell).title.html)</button>"
            }
            let more = cells.count > Self.mostReceivers ? " … and \(cells.count - Self.mostReceivers) more" : ""
            let name = report.run.places[place].name
            let title = name.isWhole ? "\(name.primary): all of it" : name.description
            return
                "<dt>\(title.html)</dt><dd>\(buttons.joined(separator: " "))\(more)</dd>"
        }
        let left = places.count - Self.mostPlaces
        return "<dl class=\"places\">\(rows.joined())</dl>"
            + (left > 0 ? "<p class=\"soft small\">… and \(left) more transitions in the matrix.</p>" : "")
    }
}
