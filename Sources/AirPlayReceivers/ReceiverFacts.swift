/// What a receiver's records say of it, each fact with its place: the input of the classification rules.
package struct ReceiverFacts: Sendable, Hashable {
    /// A value and where it was read.
    package struct Fact<Value: Sendable & Hashable>: Sendable, Hashable {
        /// The value.
        package var value: Value
        /// `_airplay._tcp TXT model`, `/info model`.
        package var place: String
        /// The value as published.
        package var seen: String
    }

    /// The model it claims to be.
    package var model: Fact<String>?
    /// The maker it states.
    package var manufacturer: Fact<String>?
    /// Its feature bits.
    package var features: Fact<FeatureFlags>?
    /// Feature bits that could not be read, or that contradict each other.
    package var featureTrouble: [Fact<String>] = []
    /// Its status bits.
    package var status: Fact<StatusFlags>?
    /// Its AirPlay version.
    package var sourceVersion: Fact<String>?
    /// Its operating system version, which only Apple's devices publish.
    package var systemVersion: Fact<String>?
    /// Its firmware, which only third parties and AirPorts publish.
    package var firmware: Fact<String>?
    /// RAOP encryption types.
    package var encryptionTypes: Fact<String>?
    /// Whether it publishes that it has the private RSA key.
    package var privateKey: Fact<String>?
    /// Every TXT key it publishes, in lower case.
    package var keys: Set<String> = []
    /// Every TXT entry with its place, for rules that look for a key.
    package var entries: [Fact<TXTKey>] = []

    /// Gathers the facts of one receiver's records. `_airplay` goes before `_raop`, TXT before `/info`.
    package init(records: [ServiceRecord]) {
        // Other services of a host, such as `_device-info`, use the same keys for other things.
        let ordered = ServiceType.receiverTypes.flatMap { type in records.filter { $0.serviceType == type } }
        func text(_ keys: TXTKey..., info: String? = nil) -> Fact<String>? {
            for record in ordered {
                for key in keys {
                    guard let value = record.txt.string(key) else { continue }
                    return Fact(value: value, place: "\(record.serviceType) TXT \(key)", seen: "\(key)=\(value)")
                }
            }
            guard let info else { return nil }
            for record in ordered {
                if let value = record.info?[info]?.text {
                    return Fact(value: value, place: "/info \(info)", seen: "\(info)=\(value)")
                }
            }
            // The older answer uses the keys of the TXT record.
            for record in ordered {
                for key in keys {
                    guard let value = record.serverInfo?[key.rawValue]?.text else { continue }
                    return Fact(value: value, place: "/server-info \(key)", seen: "\(key)=\(value)")
                }
            }
            return nil
        }
        model = text(.model, .raopModel, info: "model")
        manufacturer = text(.manufacturer, info: "manufacturer")
        sourceVersion = text(.sourceVersion, .raopSourceVersion, info: "sourceVersion")
        systemVersion = text(.systemVersion, .raopSystemVersion)
        firmware = text(.firmware, info: "firmwareRevision")
        encryptionTypes = text(.encryptionTypes)
        privateKey = text(.hasPrivateKey)
        for record in ordered {
            for key in record.txt.keys where keys.insert(key.folded).inserted {
                let seen = record.txt.string(key).map { "\(key)=\($0)" } ?? key.rawValue
                entries.append(Fact(value: key, place: "\(record.serviceType) TXT \(key)", seen: seen))
            }
        }
        status = text(.flags, .raopFlags).flatMap { fact in
            StatusFlags(fact.value).map { Fact(value: $0, place: fact.place, seen: fact.seen) }
        }
        gatherFeatures(ordered)
    }

    /// Reads the first readable feature bits, adds those beyond 63, and notes what cannot be read or contradicts.
    private mutating func gatherFeatures(_ records: [ServiceRecord]) {
        for record in records {
            for key: TXTKey in [.features, .raopFeatures] {
                guard let text = record.txt.string(key) else { continue }
                let place = "\(record.serviceType) TXT \(key)"
                guard let flags = FeatureFlags(text) else {
                    featureTrouble.append(
                        Fact(value: "cannot be read", place: place, seen: "\(key)=\(text.prefix(40))"))
                    continue
                }
                if features == nil { features = Fact(value: flags, place: place, seen: "\(key)=\(text)") }
            }
        }
        for record in records {
            guard let text = record.txt.string(.extendedFeatures) else { continue }
            let place = "\(record.serviceType) TXT fex"
            guard let flags = FeatureFlags(extended: text) else {
                featureTrouble.append(Fact(value: "cannot be read", place: place, seen: "fex=\(text.prefix(48))"))
                continue
            }
            if features == nil {
                features = Fact(value: flags, place: place, seen: "fex=\(text)")
            } else if features?.value.rawValue == flags.rawValue {
                features?.value.beyond = flags.beyond
            } else {
                featureTrouble.append(Fact(value: "contradicts features", place: place, seen: "fex=\(text)"))
            }
        }
        for record in records where features == nil {
            guard let flags = record.info?.features else { continue }
            features = Fact(value: flags, place: "/info features", seen: "features=\(flags)")
        }
        for record in records where features == nil {
            guard let flags = record.serverInfo?.features else { continue }
            features = Fact(value: flags, place: "/server-info features", seen: "features=\(flags)")
        }
    }
}
