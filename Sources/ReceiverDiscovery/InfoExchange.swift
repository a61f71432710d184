import AirPlayReceivers
import Foundation

/// The conversation with one announced port until it has answered or nothing is left to try: each address, `/info` over
/// RTSP and then HTTP, and `/server-info` where the receiver speaks and has no `/info`. A pure state machine;
/// ``InfoInquiry`` owns the sockets.
struct InfoExchange: Sendable {
    /// A port to ask.
    struct Target: Sendable, Hashable {
        /// The host that announces it; `nil` when only addresses are known.
        var host: String?
        /// Numeric addresses, the first to be tried first.
        var addresses: [String]
        var port: UInt16

        /// Describes a port.
        init(host: String? = nil, addresses: [String], port: UInt16) {
            self.host = host
            self.addresses = addresses
            self.port = port
        }

        /// What makes two targets one: the same port of the same host, whatever the address.
        var place: String { "\(host?.lowercased() ?? addresses.first ?? "") \(port)" }
    }

    /// One question to put.
    struct Question: Sendable, Hashable {
        var address: String
        var port: UInt16
        var dialect: InfoDialect
    }

    private(set) var target: Target
    /// How the attempts so far ended.
    private(set) var attempts: [ScanStatement.InfoAttempt] = []
    /// What was answered; `nil` until then.
    private(set) var info: ReceiverInfo?
    /// What was answered to `/server-info` instead; `nil` until then.
    private(set) var serverInfo: ReceiverInfo?
    private var questions: [Question] = []
    private var reply = InfoReply()

    /// Most addresses of one port that are tried: a hostile record can list many.
    private static let mostAddresses = 4

    init(target: Target) {
        self.target = Target(host: target.host, addresses: [], port: target.port)
        add(target.addresses)
    }

    /// Adds addresses at which the port is announced as well, to be tried when those before do not answer.
    mutating func add(_ addresses: [String]) {
        for address in addresses
        where target.addresses.count < InfoExchange.mostAddresses && !target.addresses.contains(address) {
            target.addresses.append(address)
            questions += [InfoDialect.rtsp, .http].map { Question(address: address, port: target.port, dialect: $0) }
        }
    }

    /// The question to put now; `nil` when the conversation is over.
    var question: Question? { info == nil && serverInfo == nil ? questions.first : nil }

    /// Whether something let an attempt run out of time.
    var isSlow: Bool { attempts.contains { $0.outcome == .timedOut } }

    /// Takes bytes; whether the current attempt is over.
    mutating func take(_ bytes: some Collection<UInt8>) -> Bool { settle(reply.take(bytes)) }

    /// The other side has closed.
    mutating func closed() {
        if case .malformed(let text) = reply.end(), text.hasPrefix("closed") {
            end(.closed, text)
        } else if !settle(reply.end()) {
            end(.closed, "closed")
        }
    }

    /// The time for this attempt is up. A reply that states no length may be whole by then.
    mutating func timedOut() {
        if reply.mayBeWhole, settle(reply.end()) { return }
        end(.timedOut, "no whole answer in time")
    }

    /// The connection could not be made. Another dialect would fare no better at this address.
    mutating func refused(_ reason: String, isRefusal: Bool) {
        guard let address = questions.first?.address else { return }
        end(isRefusal ? .refused : .closed, reason)
        questions.removeAll { $0.address == address }
    }

    private mutating func settle(_ progress: InfoReply.Progress) -> Bool {
        switch progress {
        case .needsMore: return false
        case .malformed(let text): end(.unreadable, text)
        case .complete(200, let line, let body):
            if body.isEmpty {
                end(.notOffered, "\(line), without content")
            } else {
                do throws(InfoPropertyList.Problem) {
                    let answer = try InfoPropertyList.read(body)
                    let isOlder = questions.first?.dialect == .serverInfo
                    end(.answered, "\(body.count) bytes, \(answer.values.count) keys")
                    if isOlder { serverInfo = answer } else { info = answer }
                } catch {
                    end(.unreadable, "\(line), \(error)")
                }
            }
        case .complete(let status, let line, _):
            // 470 is AirPlay's own "connection authorization required".
            end([401, 403, 470].contains(status) || line.contains("Unauthorized") ? .notAllowed : .notOffered, line)
        }
        return true
    }

    private mutating func end(_ outcome: ScanStatement.InfoAttempt.Outcome, _ detail: String) {
        guard !questions.isEmpty else { return }
        let question = questions.removeFirst()
        attempts.append(
            .init(
                address: question.address, port: question.port, dialect: question.dialect.name,
                path: question.dialect.path, outcome: outcome, detail: detail))
        reply = InfoReply()
        // Who speaks HTTP and has no `/info`, or keeps it shut, may have the older form.
        if question.dialect == .http, outcome == .notOffered || outcome == .notAllowed {
            questions.insert(
                Question(address: question.address, port: question.port, dialect: .serverInfo), at: 0)
        }
    }
}
