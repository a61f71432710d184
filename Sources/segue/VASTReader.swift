import Foundation
import HLSPlaylists

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the linear ads of a VAST document (versions 2 to 4), with a parser that builds no tree and follows nothing.
///
/// Of the files of one ad an HLS playlist is taken if there is one, else the progressive file with the highest bit rate:
/// it decides what a receiver must be able to do. Wrappers name another document; they are told and not followed, because
/// asking for it would count as an impression.
final class VASTReader: NSObject, XMLParserDelegate {
    private struct MediaFile {
        var url = ""
        var type = ""
        var isProgressive = true
        var weight = 0
    }

    private var list = CreativeList()
    private var path: [String] = []
    private var text = ""
    private var ad = ""
    private var isWrapper = false
    private var files: [MediaFile] = []
    private var problem: String?

    /// Deeper documents are no VAST; the deepest element of one stands at level 9.
    private static let mostDepth = 24
    /// More characters in one element are no address.
    private static let mostText = 16 << 10
    private static let mostFiles = 200

    /// The ads of a document.
    static func read(_ data: Data) throws(CreativeListProblem) -> CreativeList {
        // Entities that are declared inside the document can unfold without end; no ad server sends any.
        if data.range(of: Data("<!DOCTYPE".utf8)) != nil || data.range(of: Data("<!ENTITY".utf8)) != nil {
            throw CreativeListProblem(message: "a VAST document with a document type is refused")
        }
        let reader = VASTReader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        parser.shouldResolveExternalEntities = false
        let isWhole = parser.parse()
        if let problem = reader.problem { throw CreativeListProblem(line: parser.lineNumber, message: problem) }
        guard isWhole else {
            throw CreativeListProblem(line: max(1, parser.lineNumber), message: "not well-formed XML")
        }
        return reader.list
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        if path.isEmpty, element != "VAST" {
            return stop(parser, "the document is '\(element.prefix(40))' and not VAST")
        }
        guard path.count < Self.mostDepth else { return stop(parser, "nested deeper than VAST is") }
        path.append(element)
        text = ""
        switch element {
        case "Ad":
            ad = attributes["id"] ?? "\(list.creatives.count + 1)"
            isWrapper = false
        case "Wrapper": isWrapper = true
        case "Linear": files = []
        case "MediaFile":
            guard files.count < Self.mostFiles else { return }
            var file = MediaFile()
            file.type = attributes["type"]?.lowercased() ?? ""
            file.isProgressive = attributes["delivery"]?.lowercased() != "streaming"
            let sizes = ["width", "height"].map { attributes[$0].flatMap { UInt16($0) } ?? 0 }
            file.weight = Int(attributes["bitrate"].flatMap { UInt32($0) } ?? 0) * 1000
            if file.weight == 0 { file.weight = Int(sizes[0]) * Int(sizes[1]) }
            files.append(file)
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { add(string) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { add(String(decoding: block, as: UTF8.self)) }

    private func add(_ string: String) {
        if text.utf8.count + string.utf8.count <= Self.mostText { text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
        let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch element {
        case "MediaFile": if !files.isEmpty { files[files.count - 1].url = value }
        case "Linear" where !isWrapper: addLinear()
        case "Wrapper": list.leftOut.append("ad '\(ad)' is a wrapper, which was not followed")
        default: break
        }
        text = ""
        if !path.isEmpty { path.removeLast() }
    }

    private func addLinear() {
        let usable = files.filter { file in
            // An ad server's document must not make this program read a local file.
            (try? AssetReference(argument: file.url))?.host != nil && !file.type.contains("javascript")
        }
        let playlist = usable.first { $0.type.contains("mpegurl") }
        let best = usable.filter(\.isProgressive).max { $0.weight < $1.weight }
        guard let chosen = playlist ?? best else {
            list.leftOut.append("ad '\(ad)' has no media file at an http(s) address")
            return
        }
        list.creatives.append(CreativeList.Creative(name: ad, asset: chosen.url))
    }

    private func stop(_ parser: XMLParser, _ why: String) {
        problem = why
        parser.abortParsing()
    }
}
