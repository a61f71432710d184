import AirPlayReceivers
import Foundation
import Testing

/// Labelled captures of real receivers, where they are at hand: a folder `shared` beside the package, or the one that
/// `SEGUE_SHARED` names.
private enum Corpus {
    struct Capture: Decodable {
        struct Service: Decodable {
            let type: String
            let name: String?
            let port: UInt16?
            let txt: [String]
        }
        struct Device: Decodable {
            let `class`: String
            let model: String?
        }
        let id: String
        let device: Device
        let services: [Service]
        let info: ReceiverInfo?
        let capture: String
        let labelBasis: String

        /// The class in the words of the project.
        var expected: ReceiverClass? {
            let words = [
                "appleTV": "apple-tv", "smartTV": "smart-tv", "setTopBox": "set-top-box", "mediaStick": "media-stick",
                "soundBar": "sound-bar", "smartSpeaker": "smart-speaker", "avReceiver": "av-receiver",
            ]
            return ReceiverClass(rawValue: words[device.class] ?? device.class)
        }

        /// Labels that are guesses and records that were made up are not scored.
        var isScored: Bool { capture != "synthetic" && !labelBasis.hasPrefix("guess") }

        var records: [ServiceRecord] {
            var records = services.map { service in
                ServiceRecord(
                    serviceType: ServiceType(rawValue: service.type), instanceName: service.name ?? "",
                    hostName: "receiver.local", port: service.port, txt: TXTRecord(service.txt))
            }
            if records.isEmpty {
                records = [ServiceRecord(serviceType: .airPlay, instanceName: "", hostName: "receiver.local")]
            }
            records[0].info = info
            return records
        }
    }

    static let file: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let named = ProcessInfo.processInfo.environment["SEGUE_SHARED"].map { URL(filePath: $0) }
        return [named, package.appending(path: "../shared").standardized].compactMap { $0 }
            .map { $0.appending(path: "corpus/receivers/records.json") }
            .first { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
    }()

    static let captures: [Capture] = {
        guard let file, let data = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([Capture].self, from: data)) ?? []
    }()
}

@Suite(.enabled(if: Corpus.file != nil, "skipped: no folder `shared` with captures of receivers"))
struct CorpusTests {
    @Test func atLeastEightyPercentAreRightAndAtMostFiveWrong() throws {
        let scored = Corpus.captures.filter(\.isScored)
        try #require(scored.count >= 80)
        var (right, wrong, open) = (0, 0, 0)
        let classifier = ReceiverClassifier(models: shippedModels)
        for capture in scored {
            let receivers = classifier.receivers(from: capture.records)
            let receiver = try #require(receivers.first, "\(capture.id) gives no receiver")
            switch receiver.receiverClass {
            case capture.expected: right += 1
            case .unknown:
                open += 1
                print("open:", capture.id, capture.device.class, receiver.runnerUp?.rawValue ?? "-")
            default:
                wrong += 1
                print("wrong:", capture.id, capture.device.class, "called", receiver.receiverClass.rawValue)
            }
        }
        print("\(scored.count) receivers: \(right) right, \(wrong) wrong, \(open) left open")
        #expect(right * 100 >= 80 * scored.count)
        #expect(wrong * 100 <= 5 * scored.count)
    }

    @Test func noImpostorIsTakenForAnAppleDevice() {
        let classifier = ReceiverClassifier(models: shippedModels)
        for capture in Corpus.captures where capture.expected == .software || capture.expected == .unknown {
            for receiver in classifier.receivers(from: capture.records) {
                #expect([.software, .unknown].contains(receiver.receiverClass), "\(capture.id)")
            }
        }
    }

    /// Whether this may come of a capture, however damaged: the truth, an open end, or a guess that is marked as one. A
    /// program never passes as Apple's, not even as a guess.
    private func isAllowed(_ receiver: Receiver, _ capture: Corpus.Capture) -> Bool {
        if capture.expected == .software, [.appleTV, .mac].contains(receiver.receiverClass) { return false }
        return receiver.receiverClass == capture.expected || receiver.receiverClass == .unknown
            || receiver.certainty != .certain
    }

    @Test("Damage never turns a class into a certain wrong one", arguments: Mutation.allCases)
    func mutations(mutation: Mutation) {
        let classifier = ReceiverClassifier(models: shippedModels)
        var changed = 0
        for capture in Corpus.captures {
            let records = mutation.applied(to: capture.records)
            if records != capture.records { changed += 1 }
            for receiver in classifier.receivers(from: records) {
                #expect(isAllowed(receiver, capture), "\(capture.id) became certainly \(receiver.receiverClass)")
            }
        }
        // A mutation that meets nothing proves nothing.
        #expect(changed > 3, "\(mutation) changes \(changed) captures")
    }

    @Test("Nor do two kinds of damage together", arguments: Mutation.named, Mutation.named)
    func pairsOfMutations(first: Mutation, second: Mutation) {
        let classifier = ReceiverClassifier(models: shippedModels)
        for capture in Corpus.captures where first != second {
            for receiver in classifier.receivers(from: second.applied(to: first.applied(to: capture.records))) {
                #expect(isAllowed(receiver, capture), "\(capture.id) became certainly \(receiver.receiverClass)")
            }
        }
    }
}
