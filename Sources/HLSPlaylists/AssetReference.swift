import Foundation

/// Names an asset, playlist or segment: a local file or an `http(s)` URL, nothing else.
///
/// A reference that came from a remote document can never name a local file, so that no playlist from the network
/// makes this program read the disk.
public struct AssetReference: Sendable, Hashable, Codable {
    /// Where the bytes are.
    public enum Location: Sendable, Hashable, Codable {
        /// A path on this machine.
        case file(String)
        /// An absolute `http` or `https` URL.
        case remote(String)
    }

    /// Where the bytes are.
    public let location: Location

    private init(location: Location) { self.location = location }

    /// Names a local file.
    public init(path: String) { location = .file(path) }

    /// Reads what a person typed: an `http(s)` URL, a `file:` URL, or a path.
    ///
    /// - Throws: ``AssetReferenceError/unsupportedScheme(_:)`` for any other scheme.
    public init(argument: String) throws(AssetReferenceError) {
        guard let scheme = Self.scheme(of: argument) else {
            location = .file(argument)
            return
        }
        switch scheme {
        case "http", "https":
            guard let url = URL(string: argument), url.host()?.isEmpty == false else { throw .malformed(argument) }
            location = .remote(argument)
        case "file":
            guard let path = URL(string: argument)?.path(percentEncoded: false), !path.isEmpty else {
                throw .malformed(argument)
            }
            location = .file(path)
        default: throw .unsupportedScheme(scheme)
        }
    }

    /// Resolves a URI found inside the document at this reference (RFC 3986 section 5).
    ///
    /// - Throws: ``AssetReferenceError/localFromRemote(_:)`` when a remote document names a local file,
    ///   ``AssetReferenceError/unsupportedScheme(_:)`` for schemes that cannot be fetched (`skd`, `data`, an app's own).
    public func resolving(_ uri: String) throws(AssetReferenceError) -> AssetReference {
        guard !uri.isEmpty else { throw .malformed(uri) }
        if let scheme = Self.scheme(of: uri) {
            if scheme == "file", case .remote = location { throw .localFromRemote(uri) }
            return try AssetReference(argument: uri)
        }
        switch location {
        case .file(let path):
            let plain = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
            let name = plain.removingPercentEncoding ?? String(plain)
            if name.hasPrefix("/") { return AssetReference(path: name) }
            return AssetReference(
                path: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) + name)
        case .remote(let base):
            guard let url = URL(string: uri, relativeTo: URL(string: base)) else { throw .malformed(uri) }
            return try AssetReference(argument: url.absoluteString)
        }
    }

    /// The scheme in lower case, or `nil` for a relative reference or a path.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let head = text[..<colon]
        guard let first = head.first, first.isASCII, first.isLetter,
            head.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return head.lowercased()
    }
}

/// Why a text does not name an asset.
public enum AssetReferenceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not a URL and not a path.
    case malformed(String)
    /// A scheme that cannot be fetched.
    case unsupportedScheme(String)
    /// A remote document that names a local file.
    case localFromRemote(String)

    /// What is wrong and what to try.
    public var description: String {
        switch self {
        case .malformed(let text): "'\(text)' is neither a path nor an absolute http(s) URL"
        case .unsupportedScheme(let scheme): "scheme '\(scheme):' cannot be fetched; use http, https or a local path"
        case .localFromRemote(let uri): "a playlist from the network names the local file '\(uri)'; refused"
        }
    }
}

extension AssetReference: CustomStringConvertible {
    /// The reference as it may be printed and stored: user info and query values are replaced by `…`, because signed
    /// URLs carry secrets there.
    public var description: String {
        switch location {
        case .file(let path): return path
        case .remote(let url):
            guard var parts = URLComponents(string: url) else { return "(malformed URL)" }
            parts.fragment = nil
            let hadUser = parts.user != nil || parts.password != nil
            parts.user = nil
            parts.password = nil
            let names = parts.queryItems?.map(\.name) ?? []
            parts.query = nil
            var text = parts.string ?? "(malformed URL)"
            if hadUser, let slashes = text.range(of: "://") { text.insert(contentsOf: "…@", at: slashes.upperBound) }
            if !names.isEmpty { text += "?" + names.map { "\($0)=…" }.joined(separator: "&") }
            return text
        }
    }

    /// A path that reads like a URL whose scheme was forgotten, `example.com/film/main.m3u8`, as it may be printed: query
    /// values are replaced by `…`. `nil` for what does not look so.
    var addressWithoutScheme: String? {
        guard case .file(let path) = location, let slash = path.firstIndex(of: "/"), slash != path.startIndex else {
            return nil
        }
        let labels = path[..<slash].prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1,
            labels.allSatisfy({
                !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            })
        else { return nil }
        return String(AssetReference(location: .remote("https://" + path)).description.dropFirst("https://".count))
    }

    /// The last path component, for labels.
    public var name: String {
        switch location {
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        case .remote(let url): URL(string: url)?.lastPathComponent ?? url
        }
    }

    /// The name with its folder, because most playlists are called `main.m3u8`.
    public var title: String {
        let path =
            switch location {
            case .file(let path): path
            case .remote(let url): URL(string: url)?.path(percentEncoded: false) ?? url
            }
        return path.split(separator: "/").suffix(2).joined(separator: "/")
    }

    /// The host in lower case; `nil` for a local file.
    public var host: String? {
        guard case .remote(let url) = location else { return nil }
        return URL(string: url)?.host()?.lowercased()
    }
}
