import AirPlayReceivers

/// What a receiver announces that it wants of a sender, by its feature and status bits.
struct ReceiverRequirements: Sendable, Hashable {
    /// Why it takes no video at all; `nil` where it does, or does not say.
    var noVideo: String?
    /// What of its announcement asks for pairing; `nil` where nothing does.
    var pairing: String?

    init(features: FeatureFlags?, status: StatusFlags?) {
        // Bits 0 and 49 are the two generations of AirPlay video, 4 is HLS; programs without it set none.
        if let features, !features.hasAny(0, 4, 49) { noVideo = "its feature bits \(features) name no video" }
        var words: [String] = []
        if let features, !features.has(0) {
            let bits = [43, 46, 48].filter { features.has($0) }.compactMap { FeatureBit.number($0).name }
            if !bits.isEmpty { words.append("feature bits " + bits.joined(separator: ", ")) }
        }
        if let status {
            if status.contains(.pinRequired) { words.append("a PIN") }
            if status.contains(.oneTimePairing) { words.append("a code on the screen") }
            if status.contains(.homeKitAccessControl) { words.append("HomeKit access control") }
        }
        pairing = words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// What a refusal means.
    func trouble(refusedWith status: Int, password: Bool) -> ExperimentTrouble {
        switch status {
        case 401: .needsPassword(given: password)
        // 470 is AirPlay's own "connection authorization required".
        case 403, 470: .needsPairing(["status \(status)", pairing].compactMap { $0 }.joined(separator: "; "))
        default:
            if let pairing {
                .needsPairing("status \(status); \(pairing)")
            } else if status == 200 {
                .noVideo("it tells nothing of its playback")
            } else {
                .noVideo("status \(status) to /playback-info")
            }
        }
    }

    /// What a failed first question means.
    func trouble(_ failure: Conversation.Failure) -> ExperimentTrouble {
        switch failure {
        case .unreachable(let why): return .unreachable(why)
        case .silent: return .unreachable("no answer in time")
        case .broken(let why):
            if let pairing { return .needsPairing("it ends the connection; \(pairing)") }
            return .noVideo("its answer is no HTTP: \(why)")
        }
    }
}
