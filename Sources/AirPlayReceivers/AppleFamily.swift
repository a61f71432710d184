/// The kinds of Apple device that receive AirPlay, told by the model string.
enum AppleFamily: Sendable, Hashable {
    /// Apple TV up to the third generation, whose system ended at AirPlay 220.68.
    case legacyAppleTV
    /// Apple TV HD, 4K and later.
    case appleTV
    case mac
    case homePod
    /// AirPort Express.
    case airPort

    /// Reads a model string in any case; `nil` when it is not one of Apple's.
    init?(model: String) {
        guard let match = model.lowercased().wholeMatch(of: /([a-z]+?)(?:single)?(\d{1,3}),\d{1,3}/) else { return nil }
        switch match.1 {
        case "appletv": self = match.2 == "1" || match.2 == "2" || match.2 == "3" ? .legacyAppleTV : .appleTV
        case "audioaccessory": self = .homePod
        case "airport": self = .airPort
        case "mac", "macbook", "macbookair", "macbookpro", "imac", "imacpro", "macmini", "macpro": self = .mac
        default: return nil
        }
    }

    /// The class of such a device.
    var receiverClass: ReceiverClass {
        switch self {
        case .legacyAppleTV, .appleTV: .appleTV
        case .mac: .mac
        case .homePod, .airPort: .smartSpeaker
        }
    }

    /// Whether it offers FairPlay encryption in `et`.
    var offersFairPlay: Bool { self != .airPort }

    /// What is wrong with an AirPlay version on such a device; `nil` when nothing is, or when it cannot be read.
    ///
    /// - Parameter hasAppleBits: Whether its feature bits are Apple's own. Apple's systems of 2018 ran versions of the
    ///   same numbers as the kits, so that with such bits the number says nothing.
    func problem(withVersion text: String, hasAppleBits: Bool) -> String? {
        guard self != .airPort, let version = AirPlayVersion(text) else { return nil }
        if version.isThirdPartyKit, !hasAppleBits {
            return "a version of the kit for third-party receivers, which Apple's own never run"
        }
        if self == .legacyAppleTV, version.major > 220 { return "this model ended at AirPlay 220.68" }
        if self != .legacyAppleTV, version.major <= 220 { return "older than this model" }
        return nil
    }

    /// Whether a model string is in Apple's own spelling.
    static func isSpelledAsApple(_ model: String) -> Bool {
        ["AppleTV", "AudioAccessory", "AirPort", "Mac", "iMac"].contains { model.hasPrefix($0) }
            && !model.hasPrefix("Airport")
    }
}

/// An AirPlay version such as `377.25.06`.
struct AirPlayVersion: Sendable, Hashable {
    /// The first number.
    let major: Int
    /// The second number; 0 when there is none.
    let minor: Int

    /// Reads a version; `nil` when it does not begin with a number.
    init?(_ text: String) {
        let numbers = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard let first = numbers.first, first.utf8.count <= 6, let major = Int(first), major >= 0 else { return nil }
        self.major = major
        minor = numbers.count > 1 && numbers[1].utf8.count <= 6 ? Int(numbers[1]) ?? 0 : 0
    }

    /// Whether it is of the kits for third parties: 366.0 for audio accessories, 377 for televisions.
    var isThirdPartyKit: Bool { (major == 366 && minor == 0) || major == 377 }
}

/// Low words of the feature bits that mark families of receivers, from captures.
enum FeatureFamily {
    /// Seen on programs only.
    static let software: Set<UInt32> = [
        0x527F_FFF7, 0x527F_FEF7, 0x527F_FEE6, 0x5A7F_FEE6, 0x405F_CA00, 0x405C_4A00, 0x405F_4211, 0x1000_29FF,
        0x20F7, 0x77,
    ]
    /// Apple TV HD and 4K.
    static let appleTV: Set<UInt32> = [0x4A7F_DFD5, 0x5A7F_DFD5]
    /// Apple TVs of before 2019, and most programs that pose as one.
    static let oldApple: Set<UInt32> = [0x5A7F_FFF7, 0x4A7F_FFF7]
    /// Macs.
    static let mac: UInt32 = 0x4A7F_CFD5
    /// HomePods.
    static let homePod: UInt32 = 0x4A7F_CA00
}

/// What the old Apple TVs really published: the only way to tell one from the many programs that copy its model.
enum LegacyFirmware {
    /// Whether AirPlay version, feature bits and the status bit for the cloud were published together by Apple.
    static func isGenuine(_ facts: ReceiverFacts) -> Bool {
        guard let version = facts.sourceVersion.flatMap({ AirPlayVersion($0.value) }),
            let features = facts.features?.value, features.lowWord == 0x5A7F_FFF7
        else { return false }
        let cloud = facts.status?.value.contains(.fromCloud) == true
        return switch features.highWord {
        case 0: version.major == 160
        case 0xE: (version.major == 200 || version.major == 220) && cloud
        case 0x1E: version.major == 211
        default: false
        }
    }
}
