import CCurl
import Foundation
import HLSPlaylists

/// One HTTP exchange to be made.
struct TransferRequest: Sendable {
    /// Absolute `http` or `https` URL.
    var url: String
    /// Bytes wanted; `nil` for all of them.
    var range: ByteRange?
    /// Bytes that the caller can take.
    var limit: Int
    /// Time from the start of the exchange to its last byte.
    var timeout: Duration
    /// The state of the resource in which no bytes are wanted.
    var known: ContentRevision?
}

/// What came of an exchange that reached a final answer.
struct TransferResponse: Sendable {
    /// The status code.
    var status: Int
    /// The body, or the part of it that was asked for.
    var bytes: [UInt8]
    /// The `Content-Type`.
    var contentType: String?
    /// Size of the whole resource, if the origin said.
    var totalSize: Int?
    /// The URL after redirects.
    var url: String
    /// The state of the resource, if the origin tells it.
    var revision: ContentRevision?
    /// Seconds after which the origin asks to be asked again.
    var retryAfter: Int?
}

/// Why an exchange has no answer.
enum TransferFailure: Error, Sendable {
    /// libcurl's code and words, with the number of redirects that were followed before.
    case curl(CURLcode, String, redirects: Int)
    /// More than the limit arrived.
    case tooLarge
    /// The answer does not fit the range that was asked for.
    case wrongRange(String)
    /// The caller gave up.
    case cancelled
}

/// One exchange in progress. It lives on the thread of its ``TransferLoop``.
final class Transfer {
    let identifier: UInt64
    let origin: String
    let request: TransferRequest
    let started: ContinuousClock.Instant
    /// libcurl's handle, freed with this object.
    let handle: UnsafeMutableRawPointer
    private var head = ResponseHead()
    private var bytes: [UInt8] = []
    private var skipped = 0
    private var discarded = 0
    /// Set when everything that was asked for is there and the rest is of no interest.
    private var isComplete = false
    private var refusal: TransferFailure?
    private var conditions: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Prepares an exchange; `nil` when libcurl cannot.
    init?(
        _ request: TransferRequest, identifier: UInt64, origin: String, settings: TransferSettings,
        now: ContinuousClock.Instant
    ) {
        guard let handle = curl_easy_init() else { return nil }
        self.identifier = identifier
        self.origin = origin
        self.request = request
        self.handle = handle
        started = now
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        configure(settings)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(conditions)
        errorText.deallocate()
    }

    private func configure(_ settings: TransferSettings) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        segue_curl_set_text(handle, CURLOPT_URL, request.url)
        segue_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        segue_curl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        segue_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 1)
        segue_curl_set_long(handle, CURLOPT_MAXREDIRS, settings.redirects)
        segue_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        // Giving up does not wait for a name server.
        segue_curl_set_long(handle, CURLOPT_QUICK_EXIT, 1)
        segue_curl_set_long(handle, CURLOPT_TIMEOUT_MS, max(1, Int(request.timeout / .milliseconds(1))))
        segue_curl_set_text(handle, CURLOPT_USERAGENT, "segue")
        segue_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        segue_curl_set_pointer(handle, CURLOPT_PRIVATE, context)
        segue_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, receiveBody)
        segue_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        segue_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION, receiveHeader)
        segue_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        if let range = request.range {
            let last = range.offset.addingReportingOverflow(max(1, range.length) - 1)
            segue_curl_set_text(handle, CURLOPT_RANGE, "\(range.offset)-\(last.overflow ? Int.max : last.partialValue)")
        } else {
            // A range of a compressed body would be a range of something else.
            segue_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
        }
        if case .remote(let tag, let time) = request.known {
            if let tag { conditions = curl_slist_append(conditions, "If-None-Match: \(tag)") }
            if let time { conditions = curl_slist_append(conditions, "If-Modified-Since: \(time)") }
            segue_curl_set_pointer(handle, CURLOPT_HTTPHEADER, conditions)
        }
        if let file = settings.certificateFile { segue_curl_set_text(handle, CURLOPT_CAINFO, file) }
        if let folder = settings.certificateFolder { segue_curl_set_text(handle, CURLOPT_CAPATH, folder) }
    }

    /// Requests sent, the redirected ones included.
    var requestCount: Int { 1 + redirectCount }
    /// Bytes of the body on the wire.
    var bytesOnWire: Int {
        var size: curl_off_t = 0
        segue_curl_get_size(handle, CURLINFO_SIZE_DOWNLOAD_T, &size)
        return Int(size)
    }

    private var redirectCount: Int {
        var count = 0
        segue_curl_get_long(handle, CURLINFO_REDIRECT_COUNT, &count)
        return count
    }

    /// The outcome once libcurl is done.
    func outcome(_ code: CURLcode) -> Result<TransferResponse, TransferFailure> {
        if let refusal { return .failure(refusal) }
        guard code == CURLE_OK || isComplete else {
            let text = errorText.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
            return .failure(.curl(code, text, redirects: redirectCount))
        }
        var url: UnsafeMutablePointer<CChar>?
        segue_curl_get_text(handle, CURLINFO_EFFECTIVE_URL, &url)
        return .success(
            TransferResponse(
                status: head.status, bytes: bytes, contentType: head.contentType, totalSize: head.totalSize,
                url: url.map { String(cString: $0) } ?? request.url, revision: head.revision,
                retryAfter: head.retryAfter))
    }

    fileprivate func receive(header line: String) { head.add(line) }

    /// Takes a piece of the body.
    ///
    /// - Returns: Whether to go on.
    fileprivate func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard (200..<300).contains(head.status) else {
            // The page that comes with an error keeps the connection usable, if it is short.
            discarded += piece.count
            return discarded <= 65_536
        }
        var piece = piece[...]
        if let range = request.range {
            guard acceptRange(range) else { return false }
            if head.status != 206 {
                let skip = min(piece.count, range.offset - skipped)
                skipped += skip
                piece = piece.dropFirst(skip)
            }
            let wanted = min(range.length, request.limit) - bytes.count
            isComplete = piece.count >= wanted
            bytes.append(contentsOf: piece.prefix(wanted))
            return !(isComplete && piece.count > wanted)
        }
        guard piece.count <= request.limit - bytes.count else {
            refusal = .tooLarge
            return false
        }
        if bytes.isEmpty, let size = head.totalSize { bytes.reserveCapacity(min(size, request.limit)) }
        bytes.append(contentsOf: piece)
        return true
    }

    private func acceptRange(_ range: ByteRange) -> Bool {
        if head.status == 206, head.rangeStart != range.offset {
            let answer = head.rangeStart.map { "from byte \($0)" } ?? "without saying which bytes"
            refusal = .wrongRange("bytes from \(range.offset) were asked for and the server answered \(answer)")
        } else if head.status != 206, range.offset > Self.skipLimit {
            refusal = .wrongRange("the server ignores ranges, and byte \(range.offset) is too far to read on to")
        }
        return refusal == nil
    }

    /// How far into a body is read to reach a range that the server would not give alone.
    private static let skipLimit = 16 << 20
}

private func receiveBody(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let data, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.receive(UnsafeRawBufferPointer(start: data, count: size * count)) ? size * count : 0
}

private func receiveHeader(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let data, let context else { return 0 }
    let line = String(decoding: UnsafeRawBufferPointer(start: data, count: size * count), as: UTF8.self)
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receive(header: line)
    return size * count
}
