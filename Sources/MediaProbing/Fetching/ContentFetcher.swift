import CCurl
import Foundation
package import HLSPlaylists
import Synchronization

/// Fetches playlists and media from local files and over HTTP, within limits of size and time.
///
/// Connections are kept and shared; nothing is set up before the first remote read. A remote reference can only lead to
/// other `http` and `https` URLs.
package final class ContentFetcher: AssetSource {
    private let policy: FetchPolicy
    private let settings: TransferSettings
    private let files = LocalFiles()
    private let state = Mutex(State())

    private struct State {
        var usage = FetchUsage()
        var loop: TransferLoop?
    }

    /// Prepares a fetcher.
    ///
    /// - Parameters:
    ///   - policy: Patience and politeness.
    ///   - environment: Where `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR` are looked up.
    package init(
        policy: FetchPolicy = FetchPolicy(), environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.policy = policy
        settings = TransferSettings(policy: policy, environment: environment)
    }

    deinit { state.withLock { $0.loop?.stop() } }

    /// What fetching has cost so far.
    package var usage: FetchUsage { state.withLock { $0.usage } }

    package func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int
    ) async throws(AssetReadError) -> AssetBytes {
        if let range, range.offset < 0 || range.length < 1 {
            throw AssetReadError(reference, .notReadable("no bytes can be at \(range.offset), \(range.length) long"))
        }
        switch reference.location {
        case .file(let path):
            let answer = try await files.read(path, for: reference, range: range, limit: limit)
            state.withLock { $0.usage.localBytes += answer.bytes.count }
            return answer
        case .remote(let url):
            return try await fetch(url, for: reference, range: range, limit: limit)
        }
    }

    private func fetch(
        _ url: String, for reference: AssetReference, range: ByteRange?, limit: Int
    ) async throws(AssetReadError) -> AssetBytes {
        guard let loop = transferLoop() else {
            throw AssetReadError(reference, .connection("libcurl cannot be set up"))
        }
        var remaining = policy.requestTimeout
        var attempt = 0
        while true {
            let request = TransferRequest(url: url, range: range, limit: limit, timeout: remaining)
            let report = await loop.perform(request)
            remaining -= report.elapsed
            let pause = policy.retryPause * (1 << min(attempt, 8))
            let retries = attempt < policy.retries && report.isTransient && remaining > pause
            state.withLock { state in
                state.usage.requests += report.requests
                state.usage.bytesReceived += report.bytesReceived
                state.usage.retries += retries ? 1 : 0
            }
            guard retries else { return try answer(report.result, for: reference, range: range, limit: limit) }
            do { try await Task.sleep(for: pause) } catch { throw AssetReadError(reference, .cancelled) }
            remaining -= pause
            attempt += 1
        }
    }

    private func transferLoop() -> TransferLoop? {
        state.withLock { state in
            if state.loop == nil { state.loop = TransferLoop(settings: settings) }
            return state.loop
        }
    }

    private func answer(
        _ result: Result<TransferResponse, TransferFailure>, for reference: AssetReference, range: ByteRange?,
        limit: Int
    ) throws(AssetReadError) -> AssetBytes {
        switch result {
        case .failure(let failure): throw AssetReadError(reference, reason(failure, limit: limit))
        case .success(let response):
            let url = try? AssetReference(argument: response.url)
            let answer = AssetBytes(
                bytes: response.bytes, totalSize: response.totalSize, contentType: response.contentType,
                reference: url ?? reference)
            switch response.status {
            case 206 where range == nil:
                throw AssetReadError(reference, .connection("the server answered with a part that was not asked for"))
            case 200..<300: return answer
            // A range that begins behind the end of the resource.
            case 416 where range != nil: return answer
            default: throw AssetReadError(reference, .httpStatus(response.status))
            }
        }
    }

    private func reason(_ failure: TransferFailure, limit: Int) -> AssetReadError.Reason {
        switch failure {
        case .cancelled: .cancelled
        case .tooLarge: .tooLarge(limit: limit)
        case .wrongRange(let text): .connection(text)
        case .curl(let code, let text, let redirects):
            switch code {
            case CURLE_OPERATION_TIMEDOUT: .timedOut(after: policy.requestTimeout)
            case CURLE_TOO_MANY_REDIRECTS: .redirect("more than \(policy.redirects) redirects")
            case CURLE_UNSUPPORTED_PROTOCOL: .redirect("it leads to something else than http or https")
            case CURLE_URL_MALFORMAT where redirects > 0: .redirect("it leads to no valid URL")
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
                .tls(text)
            default: .connection(text)
            }
        }
    }
}

extension TransferReport {
    /// Whether the same request may well succeed a moment later: the connection broke, or a gateway is overloaded.
    fileprivate var isTransient: Bool {
        switch result {
        case .success(let response): [502, 503, 504].contains(response.status)
        case .failure(.curl(let code, _, _)):
            [
                CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2,
                CURLE_HTTP2_STREAM,
            ]
            .contains(code)
        case .failure: false
        }
    }
}
