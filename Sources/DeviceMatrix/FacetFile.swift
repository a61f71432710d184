/// The shape of `facets.yaml`.
struct FacetFile: Decodable {
    let senders: [Sender]
    let facets: [Facet]
    let sources: [String: String]

    struct Facet: Decodable {
        let id: String
        let title: String
        let why: String
        let level: FacetRule.Level
        let when: [String]?
        let each: CatalogueTrait?
        let except: [String]?
        let over: [String]?
        let receiver: [String]?
        let source: String
        let confidence: String
    }
}

extension FacetFile {
    private static let facetKeys: Set = [
        "id", "title", "why", "level", "when", "each", "except", "over", "receiver", "source", "confidence",
    ]

    /// The table, every word checked.
    func table(in document: MatrixDocument) throws(MatrixError) -> FacetTable {
        func check(_ valid: Bool, _ path: [String], _ message: String) throws(MatrixError) {
            guard !valid else { return }
            throw MatrixError(
                file: document.file, line: document.line(of: path),
                message: "\(path.joined(separator: ".")): \(message)")
        }
        try document.requireKeys(["senders", "facets", "sources"], at: [])
        try check(!senders.isEmpty, ["senders"], "none given; a suite is tested from at least one kind of sender")
        for index in senders.indices { try document.requireKeys(["id", "title"], at: ["senders", "\(index)"]) }
        try check(Set(senders.map(\.id)).count == senders.count, ["senders"], "an id is used twice")
        var ids: Set<String> = []
        var rules: [FacetRule] = []
        for (index, facet) in facets.enumerated() {
            let path = ["facets", "\(index)"]
            try document.requireKeys(Self.facetKeys, at: path)
            try check(ids.insert(facet.id).inserted, path + ["id"], "'\(facet.id)' is used twice")
            try check(
                sources[facet.source] != nil, path + ["source"], "'\(facet.source)' is not listed under 'sources'")
            try check(
                (facet.each != nil) == facet.id.contains("{used}"), path + ["id"],
                "'each' and '{used}' go together: one facet for each value needs an id for each")
            try check(
                (facet.over?.isEmpty == false) == facet.id.contains("{over}"), path + ["id"],
                "'over' and '{over}' go together: one facet for each word needs an id for each")
            try check(
                facet.except == nil || facet.each != nil, path + ["except"], "goes with 'each' only")
            var when: [TraitValue<CatalogueTrait>] = []
            for text in facet.when ?? [] {
                let value = TraitValue<CatalogueTrait>(text: text)
                try check(
                    value != nil, path + ["when"], "'\(text)' is no trait=value of \(Self.names(CatalogueTrait.self))")
                if let value { when.append(value) }
            }
            for text in facet.receiver ?? [] {
                try check(
                    TraitValue<ReceiverTrait>(text: text) != nil, path + ["receiver"],
                    "'\(text)' is no trait=value of \(Self.names(ReceiverTrait.self))")
            }
            rules.append(
                FacetRule(
                    id: facet.id, title: facet.title, why: facet.why, level: facet.level, when: when, each: facet.each,
                    except: facet.except ?? [], over: facet.over ?? [], receiver: facet.receiver ?? [],
                    source: sources[facet.source] ?? facet.source, confidence: facet.confidence))
        }
        return FacetTable(senders: senders, rules: rules)
    }

    private static func names<Trait: CaseIterable & RawRepresentable>(_ type: Trait.Type) -> String
    where Trait.RawValue == String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension DeviceMatrix {
    /// The facets of a test suite (`facets.yaml`): the shipped ones, or those of the overlay instead.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func facets(overlay: String? = nil) throws(MatrixError) -> FacetTable {
        let name = "facets.yaml"
        let own = try overlay.map { folder throws(MatrixError) in try files(in: folder)[name] } ?? nil
        guard let text = own ?? embeddedMatrix.first(where: { "\($0.path)" == name }).map({ "\($0.text)" }) else {
            throw MatrixError(file: name, line: nil, message: "missing; no plan without it")
        }
        let document = try MatrixDocument(file: name, text: text)
        return try document.decode(FacetFile.self).table(in: document)
    }
}
