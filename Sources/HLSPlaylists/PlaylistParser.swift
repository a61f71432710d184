import Foundation

/// Reads playlists.
///
/// ```swift
/// let document = PlaylistParser.parse(bytes, reference: AssetReference(path: "main.m3u8"))
/// document.playlist?.media?.segments.count
/// ```
public enum PlaylistParser {
    /// Most bytes that a playlist may have.
    public static let mostBytes = 1 << 30
    /// Most bytes that one line may have.
    public static let longestLine = 1 << 20

    /// Reads a playlist of either kind. Never fails: what the bytes are not, the diagnostics say.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - reference: Where it came from, for diagnostics and for EXT-X-DEFINE:QUERYPARAM.
    ///   - imports: The multivariant playlist's variables, for EXT-X-DEFINE:IMPORT.
    public static func parse(
        _ bytes: [UInt8], reference: AssetReference? = nil, imports: [String: String] = [:]
    ) -> PlaylistDocument {
        var log = DiagnosticLog(uri: reference?.description)
        guard let text = PlaylistGate.check(bytes, &log) else {
            return PlaylistDocument(playlist: nil, diagnostics: log.entries)
        }
        var reader = PlaylistReader(bytes: bytes, log: log, imports: imports, query: query(of: reference))
        return reader.read(text)
    }

    private static func query(of reference: AssetReference?) -> [String: String] {
        guard case .remote(let url)? = reference?.location, let parts = URLComponents(string: url) else { return [:] }
        var query: [String: String] = [:]
        for item in parts.queryItems ?? [] where query[item.name] == nil { query[item.name] = item.value ?? "" }
        return query
    }
}
