/// The model table made ready for look-ups.
///
/// Later rows go before earlier ones, so that a user's overlay wins over what is shipped. An exact model goes before
/// a pattern, a pattern before a manufacturer.
package final class ModelIndex {
    /// How a row was found.
    package enum By: Sendable, Hashable {
        case exact, pattern, manufacturer
    }

    /// A row and how it was found.
    package struct Row: Sendable, Hashable {
        /// The row.
        package var entry: ModelEntry
        /// How it was found.
        package var by: By
    }

    private struct Key: Hashable {
        var model: String?
        var manufacturer: String?
        var showsVideo: Bool?
    }

    private let exact: [String: [ModelEntry]]
    private let patterns: [(entry: ModelEntry, pattern: ModelPattern, exception: ModelPattern?)]
    private let makers: [ModelEntry]
    private var found: [Key: Row?] = [:]

    /// Model strings longer than this are matched by no pattern; real ones have under 30 bytes.
    private static let longestModel = 64

    /// Prepares a table. A row whose pattern cannot be read covers nothing; ``ModelMatch/problem`` names it.
    package init(_ entries: [ModelEntry]) {
        let newestFirst = Array(entries.reversed())
        var exact: [String: [ModelEntry]] = [:]
        for entry in newestFirst {
            for model in entry.match.exact ?? [] { exact[model, default: []].append(entry) }
        }
        self.exact = exact
        patterns = newestFirst.compactMap { entry in
            guard let pattern = entry.match.pattern.flatMap({ try? ModelPattern($0) }) else { return nil }
            guard let except = entry.match.except else { return (entry, pattern, nil) }
            // A row whose exception cannot be read would cover too much.
            guard let exception = try? ModelPattern(except) else { return nil }
            return (entry, pattern, exception)
        }
        makers = newestFirst.filter {
            $0.match.exact == nil && $0.match.pattern == nil && $0.match.manufacturers != nil
        }
    }

    /// The row that covers these facts; `nil` when none does.
    package func row(for facts: ReceiverFacts) -> Row? {
        let key = Key(
            model: facts.model?.value, manufacturer: facts.manufacturer?.value,
            showsVideo: facts.features.map { $0.value.hasAny(4, 49) })
        if let known = found[key] { return known }
        let row = search(key)
        found[key] = .some(row)
        return row
    }

    /// The row that covers a model as it is published; `nil` when none does.
    package func row(model: String, manufacturer: String?) -> Row? {
        search(Key(model: model, manufacturer: manufacturer, showsVideo: nil))
    }

    private func search(_ key: Key) -> Row? {
        if let model = key.model {
            if let entry = exact[model]?.first(where: { agrees($0.match, key, unstatedMakerIsFine: true) }) {
                return Row(entry: entry, by: .exact)
            }
            if model.utf8.count <= ModelIndex.longestModel {
                for (entry, pattern, exception) in patterns
                where agrees(entry.match, key, unstatedMakerIsFine: false) && pattern.matches(model)
                    && exception?.matches(model) != true
                {
                    return Row(entry: entry, by: .pattern)
                }
            }
        }
        return makers.first { agrees($0.match, key, unstatedMakerIsFine: false) }.map {
            Row(entry: $0, by: .manufacturer)
        }
    }

    private func agrees(_ match: ModelMatch, _ key: Key, unstatedMakerIsFine: Bool) -> Bool {
        if let wanted = match.showsVideo, let shows = key.showsVideo, wanted != shows { return false }
        if match.showsVideo != nil, key.showsVideo == nil, match.exact == nil, match.pattern == nil { return false }
        guard let makers = match.manufacturers else { return true }
        guard let stated = key.manufacturer?.lowercased() else { return unstatedMakerIsFine }
        return makers.contains { stated.hasPrefix($0.lowercased()) }
    }
}

extension ModelMatch {
    /// What is wrong with the row's match, for a validator; `nil` when nothing is.
    package var problem: String? {
        if exact == nil, pattern == nil, manufacturers == nil {
            return "covers nothing: give exact, pattern or manufacturers"
        }
        if exact?.isEmpty == true || exact?.contains("") == true { return "exact holds no model, or an empty one" }
        if manufacturers?.isEmpty == true || manufacturers?.contains("") == true {
            return "manufacturers holds no name, or an empty one, with which every maker begins"
        }
        if except != nil, pattern == nil { return "except takes models out of a pattern, and there is no pattern" }
        for text in [pattern, except].compactMap({ $0 }) {
            do throws(ModelPattern.Problem) {
                _ = try ModelPattern(text)
            } catch {
                return "the pattern '\(text.prefix(80))' cannot be used: \(error)"
            }
        }
        return nil
    }
}
