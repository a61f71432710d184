/// A model string of Apple's is a claim, not proof: most programs that receive AirPlay borrow one.
///
/// The claim is held against everything else that is published: AirPlay version, encryption types, feature bits,
/// firmware. What contradicts it speaks for software; what only Apple's devices show speaks for the claim.
struct AppleClaimRule: ClassificationRule {
    static let id = "apple-claim"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard let claim = facts.model, let family = AppleFamily(model: claim.value) else { return [] }
        let against = contradictions(of: family, in: facts)
        if !against.isEmpty { return against }
        return [support(for: family, claim: claim, in: facts)]
    }

    private func contradictions(of family: AppleFamily, in facts: ReceiverFacts) -> [Evidence] {
        var found: [Evidence] = []
        let excluded = [family.receiverClass]
        if let claim = facts.model, !AppleFamily.isSpelledAsApple(claim.value) {
            found.append(saw(claim, "Apple spells this model differently", for: .software, excludes: excluded, .strong))
        }
        if let types = facts.encryptionTypes {
            let fairPlay = types.value.split(separator: ",").contains { $0 == "3" || $0 == "5" }
            if family.offersFairPlay != fairPlay {
                let says = fairPlay ? "this model has no FairPlay" : "this model always offers FairPlay"
                found.append(saw(types, says, for: .software, excludes: excluded, .strong))
            }
        }
        if family.offersFairPlay, let key = facts.privateKey {
            found.append(
                saw(key, "only AirPort Express and programs hold this key", for: .software, excludes: excluded, .strong)
            )
        }
        let hasAppleBits = facts.features?.value.has(36, 39) == true
        if let version = facts.sourceVersion,
            let problem = family.problem(withVersion: version.value, hasAppleBits: hasAppleBits)
        {
            // Alone it makes a program likely: Apple's systems of 2018 came close to the numbers of the kits.
            found.append(saw(version, problem, for: .software, excludes: excluded, .fair))
        }
        if let features = facts.features {
            if FeatureFamily.software.contains(features.value.lowWord) {
                found.append(
                    saw(features, "this mask was seen on programs only", for: .software, excludes: excluded, .strong))
            } else if family != .airPort, features.value.hasAny(47, 51) {
                found.append(
                    saw(features, "bits of third-party receivers contradict the model", excludes: excluded, .strong))
            }
        }
        if family != .airPort, let maker = facts.manufacturer {
            found.append(saw(maker, "this model never states a manufacturer", excludes: excluded, .strong))
        }
        if family != .airPort, let firmware = facts.firmware, firmware.place.contains("TXT") {
            found.append(
                saw(firmware, "this model never publishes a firmware", for: .software, excludes: excluded, .fair))
        }
        return found
    }

    private func support(
        for family: AppleFamily, claim: ReceiverFacts.Fact<String>, in facts: ReceiverFacts
    ) -> Evidence {
        let supported = family.receiverClass
        if let features = facts.features, family != .airPort, family != .legacyAppleTV {
            if features.value.has(36, 39),
                facts.sourceVersion.flatMap({ AirPlayVersion($0.value) })?.isThirdPartyKit == true
            {
                return saw(features, "Apple's own bits with a version that programs copy", for: supported, .weak)
            }
            if features.value.has(36, 39) {
                return saw(features, "bits that only Apple's devices set go with the model", for: supported, .strong)
            }
            if FeatureFamily.oldApple.contains(features.value.lowWord), let version = facts.sourceVersion,
                let major = AirPlayVersion(version.value)?.major, (221..<400).contains(major)
            {
                return saw(
                    version, "programs stop at 220.68; a later version goes with the model", for: supported, .fair)
            }
            return saw(
                features, "the model is borrowed by programs, and these bits do not prove it", for: supported, .weak)
        }
        switch family {
        case .legacyAppleTV:
            if LegacyFirmware.isGenuine(facts) {
                return saw(
                    claim, "AirPlay version, feature and status bits are a pair that Apple shipped", for: supported,
                    .fair)
            }
            return saw(claim, "the model that programs borrow most, and nothing here proves it", for: supported, .weak)
        case .airPort:
            let genuine =
                facts.firmware?.value.wholeMatch(of: /7\d{4}\.\d+/) != nil
                || facts.manufacturer?.value.hasPrefix("Apple") == true
            return saw(
                claim, genuine ? "goes with the firmware of an AirPort" : "nothing here proves the model",
                for: supported, genuine ? .fair : .weak)
        case .appleTV, .mac, .homePod:
            guard let version = facts.sourceVersion, let major = AirPlayVersion(version.value)?.major, major >= 400
            else {
                return saw(claim, "a model alone proves nothing", for: supported, .weak)
            }
            return saw(version, "an AirPlay version of Apple's own systems goes with the model", for: supported, .fair)
        }
    }
}
