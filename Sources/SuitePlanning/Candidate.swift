package import AirPlayReceivers
import DeviceMatrix
package import TransitionRisk

/// A receiver that a suite may use: one of a lab, one of a scan, or a model that could be bought.
package struct Candidate: Sendable, Hashable {
    /// What is known of it as a receiver.
    package var profile: ReceiverProfile
    /// The model it claims or is; `nil` when nobody said.
    package var model: String?
    /// What tells it from others, as `trait=value`.
    package let traits: Set<String>

    /// Its stable name: the receiver's identity, or the model.
    package var id: String { profile.id }

    /// Describes a receiver.
    package init(profile: ReceiverProfile, model: String? = nil) {
        self.profile = profile
        self.model = model
        traits = Set(Self.traits(of: profile).map(\.text))
    }

    private static func traits(of profile: ReceiverProfile) -> [TraitValue<ReceiverTrait>] {
        let isApple = profile.receiverClass == .appleTV || profile.receiverClass == .mac
        var traits: [TraitValue<ReceiverTrait>] = [
            .init(.receiverClass, profile.receiverClass.rawValue), .init(.tier, profile.tier.rawValue),
            .init(.maker, isApple ? "apple" : "other"), .init(.switching, profile.switching.rawValue),
            .init(.output, profile.output.rawValue),
        ]
        let capabilities = profile.capabilities
        if let video = capabilities.airPlayVideo?.value { traits.append(.init(.airPlayVideo, video ? "yes" : "no")) }
        for claim in capabilities.videoDecoders {
            traits.append(.init(.decodes, claim.value.codec.description))
            if let size = claim.value.maxResolution, size.width >= 3840 { traits.append(.init(.resolution, "uhd")) }
        }
        let ranges = capabilities.dynamicRanges?.value
        traits += (ranges ?? []).map { .init(.shows, $0.rawValue) }
        if ranges == [.sdr], capabilities.undecidedRanges.isEmpty { traits.append(.init(.showsAtMost, "sdr-only")) }
        let sounds = capabilities.audioCodecs?.value
        traits += (sounds ?? []).map { .init(.plays, $0.description) }
        let channels = capabilities.maxAudioChannels?.value
        if sounds == [.aac], channels.map({ $0 <= 2 }) == true { traits.append(.init(.playsAtMost, "stereo-aac")) }
        if channels.map({ $0 > 2 }) == true { traits.append(.init(.channels, "surround")) }
        if profile.receiverClass == .appleTV, profile.output == .hdmi {
            traits += [.init(.setting, "match-content-on"), .init(.setting, "match-content-off")]
        }
        return traits
    }
}

extension Candidate {
    /// The models that can be bought, the last of the table first: rows for one model, of a class that is sold, unless the
    /// row says otherwise.
    package static func models(_ entries: [ModelEntry], defaults: [ReceiverProfile]) -> [Candidate] {
        var seen: Set<String> = []
        return entries.reversed().flatMap { entry -> [Candidate] in
            guard let names = entry.match.exact, ![.software, .unknown].contains(entry.receiverClass) else { return [] }
            // A row that covers several strings is one product; a later row for the same string has replaced it.
            guard let name = names.first(where: { !seen.contains($0) }) else { return [] }
            seen.formUnion(names)
            guard entry.purchasable != false else { return [] }
            let title = entry.maker.map { entry.product.hasPrefix($0) ? entry.product : "\($0) \(entry.product)" }
            return ReceiverProfile(model: entry, id: name, title: title ?? entry.product, defaults: defaults).map {
                [Candidate(profile: $0, model: name)]
            } ?? []
        }
    }

    /// The receivers of a scan.
    package static func scanned(_ receivers: [Receiver], defaults: [ReceiverProfile]) -> [Candidate] {
        receivers.compactMap { receiver in
            ReceiverProfile(receiver, defaults: defaults).map { Candidate(profile: $0, model: receiver.model) }
        }
    }
}
