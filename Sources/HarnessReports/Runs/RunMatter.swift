import MatrixRuns
import TransitionRisk

/// One matter in a run: the cells of one standing that have the same reason, wherever it strikes. A wrong creative that
/// plays in four breaks on seven receivers is a few matters, not twenty-eight.
struct RunMatter {
    /// Why, in one sentence: `The video codec changes: AVC ↔ HEVC`.
    var title: String
    /// The cells by their places in the report's entries.
    var cells: [Int]
    /// The worst of them.
    var worst: Int
}

extension RunReport {
    /// The matters of one standing, those that strike worst first, then in the order of the cells.
    func matters(_ standing: Standing) -> [RunMatter] {
        var matters: [RunMatter] = []
        var places: [String: Int] = [:]
        for (index, entry) in entries.enumerated() where entry.standing == standing {
            let reason = Self.bothWays(why(entry.cell))
            let key = "\(entry.cell.isOffScale ? entry.cell.outcome.word : "") \(reason.key)"
            guard let place = places[key] else {
                places[key] = matters.count
                matters.append(RunMatter(title: why(entry.cell), cells: [index], worst: index))
                continue
            }
            matters[place].cells.append(index)
            if why(entry.cell) != matters[place].title { matters[place].title = reason.title }
            if isWorse(entry.cell, than: entries[matters[place].worst].cell) { matters[place].worst = index }
        }
        return matters.enumerated().sorted { a, b in
            let (x, y) = (entries[a.element.worst].cell.band ?? .none, entries[b.element.worst].cell.band ?? .none)
            return x == y ? a.offset < b.offset : x > y
        }.map(\.element)
    }

    private func isWorse(_ a: StoredRun.Cell, than b: StoredRun.Cell) -> Bool {
        (a.band ?? .none, a.p95Milliseconds ?? 0) > (b.band ?? .none, b.p95Milliseconds ?? 0)
    }

    /// A reason without its direction: a break that is entered with one change is left with the opposite one.
    private static func bothWays(_ why: String) -> (key: String, title: String) {
        let halves = why.split(separator: ": ", maxSplits: 1).map(String.init)
        let sides = (halves.last ?? "").components(separatedBy: " → ")
        guard sides.count == 2 else { return (why, why) }
        let title = (halves.count == 2 ? halves[0] + ": " : "") + sides.sorted().joined(separator: " ↔ ")
        return (title, title)
    }

    /// The transitions of a matter with its receivers at each, in order.
    func places(of matter: RunMatter) -> [(place: Int, cells: [Int])] {
        var found: [(place: Int, cells: [Int])] = []
        for index in matter.cells {
            let place = entries[index].cell.place
            if found.last?.place == place {
                found[found.count - 1].cells.append(index)
            } else {
                found.append((place, [index]))
            }
        }
        return found
    }

    /// The names of a matter's transitions: `film: second/enter, second/resume; short-film: only/enter`.
    func transitions(of matter: RunMatter, most: Int) -> String {
        let names = places(of: matter).map { run.places[$0.place].name }
        var words: [String] = []
        var primary: String?
        for name in names.prefix(most) {
            let short = name.isWhole ? "all of it" : "\(name.event)/\(name.position)"
            if name.primary == primary {
                words[words.count - 1] += ", \(short)"
            } else {
                words.append("\(name.primary): \(short)")
                primary = name.primary
            }
        }
        return words.joined(separator: "; ") + (names.count > most ? "; and \(names.count - most) more" : "")
    }

    /// The receivers of a matter, each once, in the order of the run.
    func receivers(of matter: RunMatter) -> [RunReceiver] {
        Set(matter.cells.map { entries[$0].cell.receiver }).sorted().map { run.receivers[$0].receiver }
    }

    /// What is different from the last run in which the cells of a matter were good, most frequent first: `another edition of
    /// ads/summer.m3u8`.
    func causes(of matter: RunMatter) -> [String] {
        var counts: [Suspect: Int] = [:]
        var order: [Suspect] = []
        for suspect in matter.cells.flatMap({ entries[$0].suspects }) {
            if counts[suspect] == nil { order.append(suspect) }
            counts[suspect, default: 0] += 1
        }
        let sorted = order.enumerated().sorted { a, b in
            let (x, y) = (counts[a.element] ?? 0, counts[b.element] ?? 0)
            return x == y ? a.offset < b.offset : x > y
        }
        return sorted.map { words(of: $0.element) }
    }

    /// A suspect in words.
    func words(of suspect: Suspect) -> String {
        switch suspect.kind {
        case .asset: "another edition of \(shown(suspect.name)) (\(suspect.before) → \(suspect.after))"
        case .creative: "\(shown(suspect.after)) in the place of \(shown(suspect.before))"
        case .firmware: "firmware \(suspect.before) → \(suspect.after) on \(suspect.name)"
        case .rules: "rules \(suspect.before) → \(suspect.after)"
        case .costs: "costs \(suspect.before) → \(suspect.after)"
        }
    }

    /// Since when: `last good in run 3; bad since run 5`, over all cells of a matter.
    func course(of matter: RunMatter) -> String {
        let courses = matter.cells.map { entries[$0].cell.course }
        let good = Set(courses.map(\.lastGood)).compactMap(\.self).sorted()
        let never = courses.count { $0.lastGood == nil }
        var parts: [String] = []
        switch (good.first, good.last) {
        case (let first?, let last?):
            let since = first == last ? "run \(last)" : "runs \(first) to \(last)"
            parts.append("last good in \(since)" + (never > 0 ? ", \(never) of \(courses.count) never" : ""))
        default: parts.append("never good before")
        }
        let bad = Set(courses.compactMap(\.firstBad)).sorted()
        if let first = bad.first, first != run.summary.id {
            parts.append(bad.count == 1 ? "bad since run \(first)" : "bad since runs \(first) to \(bad[bad.count - 1])")
        }
        return parts.joined(separator: "; ")
    }

    /// What people said of the matter: `expected: the encode is ordered (https://…)`; `nil` when nobody did.
    func knowledge(of matter: RunMatter) -> (words: String, link: String?)? {
        for index in matter.cells {
            let entry = entries[index]
            guard let known = (entry.expectation ?? entry.sameFailure).map({ run.setup.expectations[$0] }),
                let reason = known.reason
            else { continue }
            let kind = entry.expectation == nil ? "the same failure is known elsewhere" : "expected there"
            return ("\(kind): \(reason)", known.link)
        }
        return nil
    }

    /// A file by its place below the folder in which the run began, anything else as it is.
    func shown(_ reference: String) -> String {
        guard let folder = run.setup.folder, folder.count > 1, reference.hasPrefix(folder + "/") else {
            return reference
        }
        return String(reference.dropFirst(folder.count + 1))
    }

    /// `3 expectations are about …`; `nil` when none is.
    var outsideWords: String? {
        guard !outside.isEmpty else { return nil }
        return outside.count == 1
            ? "1 expectation is about something that is no part of this run"
            : "\(outside.count) expectations are about receivers, classes or primaries that are no part of this run"
    }
}

extension StoredRun.Cell {
    /// Whether it has no point on the scale of bands.
    fileprivate var isOffScale: Bool { !outcome.isJudged }
}
