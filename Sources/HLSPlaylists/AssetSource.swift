/// The port through which the pure rooms read documents: files and HTTP in the program, scripted bytes in tests.
public protocol AssetSource: Sendable {
    /// Reads a resource, or a range of it.
    ///
    /// - Parameters:
    ///   - reference: What to read.
    ///   - range: The bytes wanted; `nil` for everything. A shorter answer means the resource ends there.
    ///   - limit: Upper bound on bytes returned; a longer resource is ``AssetReadError/Reason/tooLarge(limit:)`` unless
    ///     a range was asked for.
    func read(_ reference: AssetReference, range: ByteRange?, limit: Int) async throws(AssetReadError) -> AssetBytes
}

/// A range of bytes of a resource (EXT-X-BYTERANGE, `Range: bytes=`).
public struct ByteRange: Sendable, Hashable, Codable {
    /// First byte, from 0.
    public var offset: Int
    /// Number of bytes, at least 1.
    public var length: Int

    /// Names a range.
    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }
}

/// Bytes that were read, with what the origin said about them.
public struct AssetBytes: Sendable, Hashable {
    /// The bytes, starting at the asked offset.
    public var bytes: [UInt8]
    /// Size of the whole resource, if known.
    public var totalSize: Int?
    /// The media type the origin stated.
    public var contentType: String?
    /// Where the bytes really came from, after redirects; relative URIs inside resolve against this.
    public var reference: AssetReference

    /// Collects an answer.
    public init(bytes: [UInt8], totalSize: Int?, contentType: String?, reference: AssetReference) {
        self.bytes = bytes
        self.totalSize = totalSize
        self.contentType = contentType
        self.reference = reference
    }
}

/// Why a resource could not be read: which one, why, and what to try.
public struct AssetReadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, one case for each remedy.
    public enum Reason: Sendable, Hashable {
        /// No such local file, or no permission.
        case notReadable(String)
        /// The origin answered with this status code.
        case httpStatus(Int)
        /// Nothing came within the deadline.
        case timedOut(after: Duration)
        /// Certificate or handshake failure, in the library's words.
        case tls(String)
        /// Name resolution, connection or protocol failure, in the library's words.
        case connection(String)
        /// An answer that cannot be one to what was asked: other bytes, or fewer than it states.
        case wrongAnswer(String)
        /// More bytes than the caller can take.
        case tooLarge(limit: Int)
        /// A redirect that leads nowhere allowed.
        case redirect(String)
        /// The asset's budget allows no further request.
        case budget(requests: Int)
        /// The caller gave up.
        case cancelled
    }

    /// What was to be read.
    public var reference: AssetReference
    /// Why it was not.
    public var reason: Reason

    /// Describes a failure.
    public init(_ reference: AssetReference, _ reason: Reason) {
        self.reference = reference
        self.reason = reason
    }

    /// One line: what, which input, why, what to try.
    public var description: String {
        guard let address = reference.addressWithoutScheme else { return "\(reference): \(why); \(advice)" }
        return "\(address): \(why); a URL begins with https:// or http://"
    }

    private var why: String {
        switch reason {
        case .notReadable(let text): text
        case .httpStatus(let code): "the server answered \(code)"
        case .timedOut(let limit): "no complete answer within \(limit.formattedSeconds)"
        case .tls(let text): "TLS failed: \(text)"
        case .connection(let text), .wrongAnswer(let text): text
        case .tooLarge(let limit): "more than \(limit) bytes"
        case .redirect(let text): "redirect refused: \(text)"
        case .budget(let requests): "not read within \(requests) requests"
        case .cancelled: "cancelled"
        }
    }

    private var advice: String {
        switch reason {
        case .notReadable: "check the path"
        case .httpStatus(401), .httpStatus(403): "the URL may be expired or need a token"
        case .httpStatus(404), .httpStatus(410): "check the URL, and that it is published"
        case .httpStatus(429): "it asks for fewer requests: try again later"
        case .httpStatus(let code) where code >= 500: "try again later"
        case .httpStatus: "check the URL"
        case .timedOut: "raise --request-timeout, or check that the origin is reachable"
        case .tls: "check the certificate; for a private CA set CURL_CA_BUNDLE or SSL_CERT_FILE"
        case .connection: "check host and port"
        case .wrongAnswer: "try again, then have the origin, or the cache before it, repaired"
        case .tooLarge: "is this the right file?"
        case .redirect: "use the final URL"
        case .budget: "raise --max-requests"
        case .cancelled: "run it again"
        }
    }
}

extension Duration {
    /// Seconds with at most three decimals: `10 s`, `0.5 s`.
    package var formattedSeconds: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
        return "\(Double(milliseconds) / 1000) s"
    }
}
