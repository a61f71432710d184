import CCurl
import Foundation
package import HLSPlaylists
import Synchronization

/// Fetches playlists and media from local files and over HTTP, within limits of size and time.
///
/// Connections are kept and shared; nothing is set up before the first remote read. A remote reference can only lead to
/// other `http` and `https` URLs.
package final class ContentFetcher: RevisedSource {
    private let policy: FetchPolicy
    private let settings: TransferSettings
    private let files = LocalFiles()
    private let state = Mutex(State())

    private struct State {
        var usage = FetchUsage()
        var credit = FetchUsage()
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

    /// What the results rest on: ``usage``, and for what was found in a cache what reading it cost then.
    package var basis: FetchUsage { state.withLock { $0.usage + $0.credit } }

    package func credit(_ usage: FetchUsage) { state.withLock { $0.credit += usage } }

    package func revision(ofLocal path: String) async -> ContentRevision? { await files.revision(path) }

    package func read(
        _ reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
    ) async throws(AssetReadError) -> RevisedBytes {
        if let range, range.offset < 0 || range.length < 1 {
            throw AssetReadError(reference, .notReadable("no bytes can be at \(range.offset), \(range.length) long"))
        }
        switch reference.location {
        case .file(let path):
            let answer = try await files.read(path, for: reference, range: range, limit: limit, unless: known)
            state.withLock { $0.usage += answer.cost }
            return answer
        case .remote(let url):
            let first = try await fetch(url, for: reference, range: range, limit: limit, unless: known)
            guard let range, !first.isUnchanged else { return first }
            return try await completed(first, from: url, for: reference, range: range, limit: limit)
        }
    }

    /// Makes a request, again where it failed in a way that may pass.
    func fetch(
        _ url: String, for reference: AssetReference, range: ByteRange?, limit: Int, unless known: ContentRevision?
    ) async throws(AssetReadError) -> RevisedBytes {
        guard let loop = transferLoop() else {
            throw AssetReadError(reference, .connection("libcurl cannot be set up"))
        }
        var remaining = policy.requestTimeout
        var attempt = 0
        var cost = FetchUsage()
        while true {
            let request = TransferRequest(url: url, range: range, limit: limit, timeout: remaining, known: known)
            let report = await loop.perform(request)
            remaining -= report.elapsed
            let pause = max(policy.retryPause * (1 << min(attempt, 8)), report.pauseAskedFor)
            let retries =
                attempt < policy.retries && report.isTransient && remaining > pause
                && report.pauseAskedFor <= policy.longestPause
            var used = FetchUsage()
            used.requests = report.requests
            used.bytesReceived = report.bytesReceived
            used.retries = retries ? 1 : 0
            state.withLock { $0.usage += used }
            cost += used
            guard retries else {
                return try answer(report.result, for: reference, range: range, limit: limit, known: known, cost: cost)
            }
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
        limit: Int, known: ContentRevision?, cost: FetchUsage
    ) throws(AssetReadError) -> RevisedBytes {
        switch result {
        case .failure(let failure): throw AssetReadError(reference, reason(failure, limit: limit))
        case .success(let response):
            let url = try? AssetReference(argument: response.url)
            let answer = AssetBytes(
                bytes: response.bytes, totalSize: response.totalSize, contentType: response.contentType,
                reference: url ?? reference)
            func revised(isUnchanged: Bool = false) -> RevisedBytes {
                RevisedBytes(
                    answer: answer, revision: isUnchanged ? known : response.revision, isUnchanged: isUnchanged,
                    cost: cost)
            }
            switch response.status {
            case 304 where known != nil: return revised(isUnchanged: true)
            case 206 where range == nil:
                throw AssetReadError(reference, .wrongAnswer("the server answered with a part that was not asked for"))
            case 200..<300: return revised()
            // A range that begins behind the end of the resource.
            case 416 where range != nil: return revised()
            default: throw AssetReadError(reference, .httpStatus(response.status))
            }
        }
    }

    private func reason(_ failure: TransferFailure, limit: Int) -> AssetReadError.Reason {
        switch failure {
        case .cancelled: .cancelled
        case .tooLarge: .tooLarge(limit: limit)
        case .wrongRange(let text): .wrongAnswer(text)
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
            case CURLE_PARTIAL_FILE: .wrongAnswer(text)
            default: .connection(text)
            }
        }
    }
}

extension TransferReport {
    /// Whether the same request may well succeed a moment later: the connection broke, or a gateway is overloaded.
    fileprivate var isTransient: Bool {
        switch result {
        case .success(let response): [408, 429, 500, 502, 503, 504].contains(response.status)
        case .failure(.curl(let code, _, _)):
            [
                CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2,
                CURLE_HTTP2_STREAM,
            ]
            .contains(code)
        case .failure: false
        }
    }

    /// The pause that the origin asks for (RFC 9110 section 10.2.3); none when it asks for nothing.
    fileprivate var pauseAskedFor: Duration {
        guard case .success(let response) = result, let seconds = response.retryAfter else { return .zero }
        return .seconds(seconds)
    }
}
