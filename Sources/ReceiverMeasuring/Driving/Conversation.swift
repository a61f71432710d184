import CCurl
import Foundation

/// Requests to one receiver over one connection that is kept, each with a deadline. Lives on one thread, which it blocks.
final class Conversation {
    /// An answer of any status.
    struct Answer {
        /// The status code.
        var status: Int
        /// The body.
        var body: [UInt8]
        /// When the question was put.
        var sent: ContinuousClock.Instant
        /// When the answer was whole.
        var arrived: ContinuousClock.Instant
    }

    /// Why there is no answer.
    enum Failure: Error, Hashable {
        /// No connection could be made.
        case unreachable(String)
        /// No whole answer within the deadline.
        case silent
        /// The connection broke, or the answer is none.
        case broken(String)
    }

    /// A longer answer is none; real ones have under 8 KiB.
    private static let longestBody = 256 << 10

    private let base: String
    private let password: String?
    /// Names the sender to the receiver.
    let session = UUID().uuidString
    private var handle: UnsafeMutableRawPointer?
    private var isAuthorised = false
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    fileprivate var body: [UInt8] = []

    /// - Parameters:
    ///   - address: A numeric address.
    ///   - password: What to answer when the receiver asks for a password; `nil` for none.
    init(address: String, port: UInt16, password: String?) {
        let host = address.contains(":") ? "[\(address.replacing("%", with: "%25"))]" : address
        base = "http://\(host):\(port)"
        self.password = password
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        if let handle { curl_easy_cleanup(handle) }
        errorText.deallocate()
    }

    /// Puts a question. A 401 is answered with the password where there is one.
    func ask(
        _ method: Method, _ path: String, type: String? = nil, body: [UInt8] = [], within deadline: Duration
    ) throws(Failure) -> Answer {
        let answer = try perform(method, path, type, body, deadline)
        guard answer.status == 401, password != nil else { return answer }
        // A number used once belongs to a connection; a new connection has a new one.
        if isAuthorised { close() }
        isAuthorised = true
        return try perform(method, path, type, body, deadline)
    }

    /// The verb of a request.
    enum Method: String {
        case get = "GET"
        case post = "POST"
    }

    /// Ends the connection; the next question makes a new one.
    func close() {
        if let handle { curl_easy_cleanup(handle) }
        handle = nil
    }

    private func perform(
        _ method: Method, _ path: String, _ type: String?, _ content: [UInt8], _ deadline: Duration
    ) throws(Failure) -> Answer {
        guard curlIsReady, let handle = handle ?? curl_easy_init() else { throw .broken("libcurl cannot be used") }
        self.handle = handle
        body = []
        errorText.pointee = 0
        // Empty ones take away what libcurl adds by itself.
        var headers: UnsafeMutablePointer<curl_slist>?
        for header in ["X-Apple-Session-ID: \(session)", "Content-Type:\(type.map { " \($0)" } ?? "")", "Expect:"] {
            headers = curl_slist_append(headers, header)
        }
        defer { curl_slist_free_all(headers) }
        configure(handle, method, path, content, headers, deadline)
        let sent = ContinuousClock.now
        let code = curl_easy_perform(handle)
        let arrived = ContinuousClock.now
        guard code == CURLE_OK else {
            let failure = failure(code)
            // What comes late must not be taken for the answer to the next question.
            close()
            throw failure
        }
        var status = 0
        segue_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return Answer(status: status, body: body, sent: sent, arrived: arrived)
    }

    private func configure(
        _ handle: UnsafeMutableRawPointer, _ method: Method, _ path: String, _ content: [UInt8],
        _ headers: UnsafeMutablePointer<curl_slist>?, _ deadline: Duration
    ) {
        segue_curl_set_text(handle, CURLOPT_URL, base + path)
        segue_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http")
        // A proxy would add its own time, and receivers are on the link.
        segue_curl_set_text(handle, CURLOPT_PROXY, "")
        segue_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        segue_curl_set_long(handle, CURLOPT_TIMEOUT_MS, max(1, Int(deadline / .milliseconds(1))))
        segue_curl_set_text(handle, CURLOPT_USERAGENT, "MediaControl/1.0")
        segue_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        segue_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        segue_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION, receiveAnswer)
        segue_curl_set_pointer(handle, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
        if isAuthorised, let password {
            segue_curl_set_long(handle, CURLOPT_HTTPAUTH, segue_curl_digest)
            // Receivers check no name.
            segue_curl_set_text(handle, CURLOPT_USERNAME, "AirPlay")
            segue_curl_set_text(handle, CURLOPT_PASSWORD, password)
        }
        switch method {
        case .get: segue_curl_set_long(handle, CURLOPT_HTTPGET, 1)
        case .post:
            segue_curl_set_long(handle, CURLOPT_POST, 1)
            segue_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, content.count)
            var content = content.isEmpty ? [0] : content
            // libcurl makes a copy of as many bytes as said before.
            segue_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, &content)
        }
    }

    private func failure(_ code: CURLcode) -> Failure {
        let text = errorText.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
        switch code {
        case CURLE_OPERATION_TIMEDOUT: return .silent
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_URL_MALFORMAT: return .unreachable(text)
        case CURLE_WRITE_ERROR: return .broken("an answer of more than \(Self.longestBody >> 10) KiB")
        default: return .broken(text)
        }
    }

    /// Takes a piece of the body; whether the answer is still within bounds.
    fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= Self.longestBody else { return false }
        body.append(contentsOf: bytes)
        return true
    }
}

private let curlIsReady = curl_global_init(segue_curl_global_default) == CURLE_OK

private func receiveAnswer(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let data, let context else { return 0 }
    let conversation = Unmanaged<Conversation>.fromOpaque(context).takeUnretainedValue()
    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    return conversation.take(bytes) ? bytes.count : 0
}
