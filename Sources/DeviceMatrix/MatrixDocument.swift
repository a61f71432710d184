import Yams

/// One YAML file of the matrix, with the line of each value, so that every error names its place.
struct MatrixDocument {
    let file: String
    private let root: Node

    /// Larger files are refused: the whole shipped matrix is a tenth of this.
    private static let sizeLimit = 4 * 1024 * 1024

    /// Parses YAML.
    init(file: String, text: String) throws(MatrixError) {
        self.file = file
        guard text.utf8.count <= Self.sizeLimit else {
            throw MatrixError(file: file, line: nil, message: "larger than \(Self.sizeLimit) bytes")
        }
        do {
            guard let root = try Yams.compose(yaml: text) else {
                throw MatrixError(file: file, line: nil, message: "empty; expected a mapping")
            }
            self.root = root
        } catch let error as MatrixError {
            throw error
        } catch YamlError.parser(_, let problem, let mark, _), YamlError.scanner(_, let problem, let mark, _) {
            throw MatrixError(file: file, line: mark.line, message: "not YAML: \(problem)")
        } catch {
            throw MatrixError(file: file, line: nil, message: "not YAML: \(error)")
        }
    }

    /// Decodes the document, turning a decoding error into one with a line.
    func decode<Value: Decodable>(_ type: Value.Type) throws(MatrixError) -> Value {
        do {
            return try YAMLDecoder().decode(type, from: root)
        } catch let error as DecodingError {
            throw located(error)
        } catch {
            throw MatrixError(file: file, line: nil, message: "\(error)")
        }
    }

    /// Refuses keys that nothing reads: a misspelt limit would otherwise be no limit.
    func requireKeys(_ allowed: Set<String>, at path: [String]) throws(MatrixError) {
        guard let mapping = node(at: path)?.mapping else { return }
        for key in mapping.keys.compactMap(\.string) where !allowed.contains(key) {
            let place = (path + [key]).joined(separator: ".")
            throw MatrixError(
                file: file, line: line(of: path + [key]),
                message: "\(place): unknown key; allowed are \(allowed.sorted().joined(separator: ", "))")
        }
    }

    /// The number of items of the sequence at a path; 0 when there is none.
    func count(at path: [String]) -> Int { node(at: path)?.sequence?.count ?? 0 }

    private func node(at path: [String]) -> Node? {
        var node: Node? = root
        for key in path { node = node?.child(key) }
        return node
    }

    /// The text of the scalar at a path; `nil` where there is none.
    func text(at path: [String]) -> String? { node(at: path)?.scalar?.string }

    /// The line of the value at a path of keys, or of its nearest parent.
    func line(of path: [String]) -> Int? {
        var node = root
        var line = root.mark?.line
        for key in path {
            guard let next = node.child(key) else { break }
            node = next
            line = next.mark?.line ?? line
        }
        return line
    }

    /// The keys of the mapping at a path, in the order of the file; empty where there is no mapping.
    func keys(of path: [String]) -> [String] { node(at: path)?.mapping?.keys.compactMap(\.string) ?? [] }

    private func located(_ error: DecodingError) -> MatrixError {
        let (path, message): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath, "'\(key.stringValue)' is missing")
            case .valueNotFound(_, let context): (context.codingPath, "a value is missing")
            case .typeMismatch(let type, let context): (context.codingPath, "expected \(PlainWords.name(of: type))")
            case .dataCorrupted(let context): (context.codingPath, PlainWords.problem(context.debugDescription))
            @unknown default: ([], "\(error)")
            }
        let keys = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        let place = keys.isEmpty ? "" : "\(keys.joined(separator: ".")): "
        return MatrixError(file: file, line: line(of: keys), message: place + message)
    }
}

extension Node {
    /// What stands under a key, or at a place of a list; `nil` for nothing.
    fileprivate func child(_ key: String) -> Node? {
        if let sequence, let index = Int(key) { return sequence.indices.contains(index) ? sequence[index] : nil }
        return mapping?[Node(key)]
    }
}
