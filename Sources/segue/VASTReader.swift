import Foundation
import HLSPlaylists

/// Reads the linear ads of a VAST document (versions 2 to 4), following nothing.
///
/// Of the files of one ad an HLS playlist is taken if there is one, else the progressive file with the highest bit rate:
/// it decides what a receiver must be able to do. Wrappers name another document; they are told and not followed, because
/// asking for it would count as an impression.
struct VASTReader {
    private struct MediaFile {
        var url = ""
        var type = ""
        var isProgressive = true
        var weight = 0
    }

    private var list = CreativeList()
    private var text = ""
    private var ad = ""
    private var isWrapper = false
    private var hasLinear = false
    private var files: [MediaFile] = []

    /// More characters in one element are no address.
    private static let mostText = 16 << 10
    private static let mostFiles = 200

    /// The ads of a document.
    static func read(_ data: Data) throws(CreativeListProblem) -> CreativeList {
        var reader = VASTReader()
        var scanner = XMLScanner(Array(data))
        var isFirst = true
        while let event = try scanner.next() {
            switch event {
            case .start(let element, let attributes):
                if isFirst, element != "VAST" {
                    throw CreativeListProblem(line: scanner.line, message: "the document is '\(element)' and not VAST")
                }
                isFirst = false
                reader.begin(element, attributes)
            case .text(let text):
                if reader.text.utf8.count + text.utf8.count <= mostText { reader.text += text }
            case .end(let element): reader.end(element)
            }
        }
        if isFirst { throw CreativeListProblem(line: 1, message: "the document is empty") }
        return reader.list
    }

    private mutating func begin(_ element: String, _ attributes: [String: String]) {
        text = ""
        switch element {
        case "Ad":
            ad = attributes["id"] ?? "\(list.creatives.count + 1)"
            isWrapper = false
            hasLinear = false
        case "Wrapper": isWrapper = true
        case "Linear":
            hasLinear = true
            files = []
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

    private mutating func end(_ element: String) {
        let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch element {
        case "MediaFile": if !files.isEmpty { files[files.count - 1].url = value }
        case "Linear": if !isWrapper { addLinear() }
        case "Wrapper": list.leftOut.append("ad '\(ad)' is a wrapper, which was not followed")
        case "InLine":
            if !hasLinear { list.leftOut.append("ad '\(ad)' has no linear creative, so nothing that interrupts") }
        default: break
        }
        text = ""
    }

    private mutating func addLinear() {
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
}
