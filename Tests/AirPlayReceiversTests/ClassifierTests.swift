import AirPlayReceivers
import Testing

@Suite struct ClassifierTests {
    struct Case: Sendable, CustomStringConvertible {
        var product: String
        var txt: [String]
        var expected: ReceiverClass
        var certainty: Verdict.Certainty
        var type = ServiceType.airPlay
        var description: String { product }
    }

    // What these products publish, after captures named by product and version; classes by what the product is.
    static let cases: [Case] = [
        Case(
            product: "Apple TV 4K (2nd generation), tvOS 17.4",
            txt: [
                "model=AppleTV11,1", "features=0x4A7FDFD5,0xBC177FDE", "srcvers=760.20.1", "osvers=17.4",
                "flags=0x644",
            ],
            expected: .appleTV, certainty: .certain),
        Case(
            product: "an Apple TV not yet listed",
            txt: ["model=AppleTV16,1", "features=0x4A7FDFD5,0x3C177FDE", "srcvers=990.1"],
            expected: .appleTV, certainty: .certain),
        Case(
            product: "Apple TV 3 on 7.0",
            txt: ["am=AppleTV3,2", "ft=0x5A7FFFF7,0x1E", "vs=211.2", "et=0,3,5", "sf=0x4"], expected: .appleTV,
            certainty: .likely, type: .raop),
        Case(
            product: "AirServer 6, word for word an Apple TV 3 but for a version pair Apple never shipped",
            txt: ["am=AppleTV3,2", "ft=0x5A7FFFF7,0x1E", "vs=220.68", "et=0,3,5", "sf=0x4"], expected: .unknown,
            certainty: .open, type: .raop),
        Case(
            product: "UxPlay", txt: ["model=AppleTV3,2", "features=0x5A7FFEE6,0x0", "srcvers=220.68", "flags=0x4"],
            expected: .software, certainty: .certain),
        Case(
            product: "AirReceiver on a Fire TV",
            txt: ["model=AppleTV3,1", "rmodel=AirReceiver3,1", "features=0x527FFEF7"],
            expected: .software, certainty: .certain),
        Case(
            product: "a program with an Apple TV 4K's model and the audio kit's version",
            txt: ["model=AppleTV6,2", "srcvers=366.0", "features=0x405f4211,0x1c300"], expected: .software,
            certainty: .certain),
        Case(
            product: "Kodi posing as an Apple TV 3", txt: ["am=AppleTV3,1", "et=0,1", "ek=1", "vs=160.10"],
            expected: .software, certainty: .certain, type: .raop),
        Case(
            product: "an Apple TV model with a speaker's bits",
            txt: ["model=AppleTV5,3", "features=0x445F8A00,0x1C340"],
            expected: .unknown, certainty: .open),
        Case(
            product: "MacBook Pro",
            txt: ["model=MacBookPro16,1", "features=0x4A7FCFD5,0x38174FDE", "srcvers=860.7.1"],
            expected: .mac, certainty: .certain),
        Case(
            product: "HomePod without its model", txt: ["features=0x4A7FCA00,0xBC354BD0", "srcvers=775.3"],
            expected: .smartSpeaker, certainty: .certain),
        Case(
            product: "Samsung QLED",
            txt: ["manufacturer=Samsung", "model=QTQ80", "features=0x7F8AD0,0x38BCB46", "srcvers=377.25.06"],
            expected: .smartTV, certainty: .certain),
        Case(
            product: "Samsung sound bar",
            txt: ["manufacturer=Samsung", "model=HW-Q930B", "features=0x445F8A00,0x1C340"],
            expected: .soundBar, certainty: .certain),
        Case(
            product: "a Samsung sound bar not listed",
            txt: ["manufacturer=Samsung", "model=HW-S801D", "features=0x445F8A00,0x1C340"], expected: .soundBar,
            certainty: .likely),
        Case(
            product: "a Samsung television not listed",
            txt: ["manufacturer=Samsung", "model=QN95F", "features=0x7F8AD0,0x38BCF46"], expected: .smartTV,
            certainty: .likely),
        Case(
            product: "a television of a maker not listed",
            txt: ["manufacturer=Nobody", "model=X1", "features=0x7F8AD0,0x38BCF46"], expected: .unknown,
            certainty: .open),
        Case(
            product: "Roku Ultra", txt: ["manufacturer=Roku", "model=4670X", "srcvers=377.40.00"],
            expected: .setTopBox,
            certainty: .likely),
        Case(
            product: "Denon AV receiver not listed",
            txt: ["manufacturer=Denon", "model=AVR-X2850H", "features=0x445F8A00,0x801C340"], expected: .avReceiver,
            certainty: .likely),
        Case(
            product: "a speaker of a maker not listed",
            txt: ["manufacturer=Nobody", "model=Y", "features=0x445F8A00,0x1C340"],
            expected: .unknown, certainty: .open),
        Case(
            product: "Shairport Sync", txt: ["am=ShairportSync", "et=0,1", "ek=1"], expected: .software,
            certainty: .certain, type: .raop),
        Case(
            product: "Apple TV HD on tvOS 13.4",
            txt: ["model=AppleTV5,3", "features=0x5A7FDFD5,0x3C155FDE", "srcvers=430.83", "osvers=13.4"],
            expected: .appleTV, certainty: .certain),
        Case(
            product: "Apple TV HD on tvOS 9", txt: ["am=AppleTV5,3", "ft=0x5A7FFFF7,0x1E", "vs=268.1", "et=0,3,5"],
            expected: .appleTV, certainty: .likely, type: .raop),
        Case(
            product: "HomePod on 11.2.5",
            txt: ["am=AudioAccessory1,1", "ft=0x4A7FCA00,0x56BD0", "vs=356.19", "et=0,3,5"],
            expected: .smartSpeaker, certainty: .certain, type: .raop),
        Case(
            product: "AirPort Express 2 with AirPlay 2",
            txt: [
                "manufacturer=Apple Inc.", "model=AirPort10,115", "features=0x445D0A00,0x1C340", "srcvers=366.0",
                "fv=p20.78100.3",
            ],
            expected: .smartSpeaker, certainty: .likely),
        Case(
            product: "AirServer's second instance",
            txt: ["am=Airport10,115", "ft=0x25FCA00", "vs=105.1", "et=0,3,5", "fv=76400.10"], expected: .software,
            certainty: .certain, type: .raop),
        Case(
            product: "X-Mirage", txt: ["am=AppleTV3,2", "ramach=Win32NT.6", "raver=2.0"], expected: .software,
            certainty: .certain, type: .raop),
        Case(
            product: "Vizio D-Series", txt: ["manufacturer=VIZIO", "model=D40f-J09", "features=0x7F8AD0,0xBCB46"],
            expected: .smartTV, certainty: .certain),
        Case(
            product: "a Sony television not listed",
            txt: ["manufacturer=Sony", "model=XR-65A95L", "features=0x7F8AD0,0x18BCF46", "srcvers=377.40.00"],
            expected: .smartTV, certainty: .likely),
        Case(
            product: "a television made with Roku's system",
            txt: ["manufacturer=TCL", "model=65R635", "features=0x7F8AD0,0x38BCF46"], expected: .smartTV,
            certainty: .likely),
        Case(
            product: "a Roku Express", txt: ["manufacturer=Roku", "model=3960X", "features=0x7F8AD0,0x38BCF46"],
            expected: .mediaStick, certainty: .likely),
        Case(
            product: "Freebox Player", txt: ["model=FreeboxPlayer1,1", "features=0x91"], expected: .setTopBox,
            certainty: .likely),
        Case(
            product: "Kodi by its own name", txt: ["model=Xbmc,1", "features=0x20F7", "srcvers=101.28"],
            expected: .software, certainty: .certain),
        Case(
            product: "Yamaha AV receiver of AirPlay 1", txt: ["am=RX-A1020", "et=0,4", "vs=141.9", "ft=0x44F8A00"],
            expected: .avReceiver, certainty: .certain, type: .raop),
        Case(
            product: "Bose sound bar",
            txt: ["manufacturer=Bose", "model=Bose Smart Soundbar 700", "features=0x445F8A00,0x1C340"],
            expected: .soundBar, certainty: .likely),
        Case(
            product: "Bang & Olufsen speaker",
            txt: ["manufacturer=Bang & Olufsen", "model=Beosound Balance", "features=0x445F8A00,0x1C340"],
            expected: .smartSpeaker, certainty: .likely),
        Case(
            product: "Belkin's audio adapter",
            txt: ["manufacturer=Belkin", "model=AUZ002", "features=0x445F8A00,0x4001C340"],
            expected: .smartSpeaker, certainty: .likely),
        Case(product: "nothing published", txt: [], expected: .unknown, certainty: .open),
        Case(product: "a bare model of Apple's", txt: ["model=AppleTV14,1"], expected: .unknown, certainty: .open),
    ]

    private func receiver(_ txt: [String], _ type: ServiceType = .airPlay) throws -> Receiver {
        let record = ServiceRecord(serviceType: type, instanceName: "Name", hostName: "h.local", txt: TXTRecord(txt))
        return try #require(ReceiverClassifier(models: shippedModels).receivers(from: [record]).first)
    }

    @Test("Products are told by what they publish", arguments: cases)
    func classes(_ expected: Case) throws {
        let receiver = try receiver(expected.txt, expected.type)
        #expect(receiver.receiverClass == expected.expected, "\(receiver.evidence)")
        #expect(receiver.certainty == expected.certainty, "\(receiver.evidence)")
    }

    @Test("Damage never turns a class into a certain wrong one", arguments: cases, Mutation.allCases)
    func damage(_ sample: Case, _ mutation: Mutation) {
        let record = ServiceRecord(
            serviceType: sample.type, instanceName: "Name", hostName: "h.local", txt: TXTRecord(sample.txt))
        for receiver in ReceiverClassifier(models: shippedModels).receivers(from: mutation.applied(to: [record])) {
            let isFine =
                receiver.receiverClass == sample.expected || receiver.receiverClass == .unknown
                || receiver.certainty != .certain
            #expect(isFine, "\(mutation) made it certainly \(receiver.receiverClass): \(receiver.evidence)")
            if sample.expected == .software { #expect(receiver.receiverClass != .appleTV) }
        }
    }

    @Test func applesOwnBitsWithAVersionThatProgramsCopyStayOpen() throws {
        let receiver = try receiver(["model=AppleTV6,2", "features=0x5A7FFFF7,0x155FDE", "srcvers=366.0"])
        #expect(receiver.receiverClass == .unknown)
        #expect(receiver.runnerUp == .appleTV)
    }

    @Test func theEvidenceNamesWhatWasSeenWhereAndWhatItSays() throws {
        let receiver = try receiver(["model=AppleTV3,2", "features=0x5A7FFEE6,0x0", "rmodel=PC1.0"])
        #expect(receiver.evidence.map(\.rule) == ["software-marker", "apple-claim"])
        #expect(receiver.evidence.map(\.place) == ["_airplay._tcp TXT rmodel", "_airplay._tcp TXT features"])
        #expect(receiver.evidence.map(\.seen) == ["rmodel=PC1.0", "features=0x5A7FFEE6,0x0"])
        #expect(receiver.evidence.map(\.supports) == [.software, .software])
    }

    @Test func aBorrowedModelLendsNoProductAndNoCapability() throws {
        let receiver = try receiver(["model=AppleTV11,1", "features=0x405F4211,0x1C300", "srcvers=366.0"])
        #expect(receiver.receiverClass == .software)
        #expect(receiver.product == nil)
        #expect(receiver.tier == .unknown)
        #expect(receiver.capabilities.videoDecoders.isEmpty)
        #expect(receiver.capabilities.dynamicRanges == nil)
    }

    @Test func theModelTableLendsCapabilitiesWithTheirSources() throws {
        let receiver = try receiver(["model=AppleTV5,3", "features=0x5A7FDFD5,0x3C155FDE", "srcvers=530.6"])
        #expect(receiver.product == "Apple TV HD (4th generation)")
        #expect(receiver.tier == .low)
        let hevc = receiver.capabilities.videoDecoders.first { $0.value.codec.rawValue == "hevc" }
        #expect(hevc?.value.maxResolution?.description == "1920x1080")
        #expect(hevc?.origin == .modelTable)
        #expect(receiver.capabilities.dynamicRanges?.value == [.sdr])
        #expect(receiver.capabilities.airPlayVideo?.origin == .deviceStated)
    }

    @Test func aSpeakerSaysThatItTakesNoVideo() throws {
        let receiver = try receiver(["manufacturer=Sonos", "model=One", "features=0x445F8A00,0x1C340"])
        #expect(receiver.capabilities.airPlayVideo?.value == false)
        #expect(receiver.outputPath == .audioOnly)
    }

    @Test func webPlayersReload() throws {
        let info = ReceiverInfo(values: [
            "playbackCapabilities": .dictionary(["hlsJSVersion": .text("3.4.21"), "supportsInterstitials": .bool(true)])
        ])
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: "TV", hostName: "tv.local",
            txt: TXTRecord(["manufacturer=Samsung", "model=LS03F", "features=0x7F8AD0,0x38BCF46"]), info: info)
        let receiver = try #require(ReceiverClassifier(models: shippedModels).receivers(from: [record]).first)
        #expect(receiver.switching == .reload)
        #expect(receiver.capabilities.interstitials?.value == true)
        #expect(receiver.capabilities.interstitials?.origin == .deviceStated)
    }

    @Test("Any number of fair pieces makes a class no more than likely", arguments: 1...6)
    func fairPieces(count: Int) {
        let fair = Evidence(rule: "r", place: "p", seen: "s", says: "t", supports: .smartTV, strength: .fair)
        let verdict = Verdict(weighing: Array(repeating: fair, count: count))
        #expect(verdict.receiverClass == .smartTV)
        #expect(verdict.certainty == .likely)
        var strong = fair
        strong.strength = .strong
        #expect(Verdict(weighing: [strong]).certainty == .certain)
    }

    @Test func aProgramThatCopiesATelevisionIsBetrayedByItsBits() throws {
        let receiver = try receiver(["manufacturer=Samsung", "model=QTQ80", "features=0x5A7FFEE6,0x0"])
        #expect(receiver.receiverClass == .software)
        #expect(receiver.capabilities.videoDecoders.isEmpty)
        #expect(receiver.evidence.map(\.rule) == ["software-mask", "model-table"])
    }

    @Test func laterRowsWin() throws {
        var overlay = try #require(shippedModels.first { $0.match.exact == ["Arc"] })
        overlay.product = "Arc of ours"
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: "N", hostName: "h.local",
            txt: TXTRecord(["manufacturer=Sonos", "model=Arc"]))
        let receivers = ReceiverClassifier(models: shippedModels + [overlay]).receivers(from: [record])
        #expect(receivers.map(\.product) == ["Arc of ours"])
    }

    @Test func everyShippedRowMatchesSomethingAndCitesASource() {
        #expect(shippedModels.count > 80)
        for entry in shippedModels {
            #expect(entry.match.problem == nil, "\(entry.product)")
            #expect(!entry.identity.source.isEmpty)
            #expect(["confirmed", "device-stated", "one-source", "guess"].contains(entry.identity.confidence))
        }
    }

    @Test func garbageNeverTraps() {
        var random = SeededRandom(state: 11)
        let keys = [
            "model=", "am=", "features=", "ft=", "fex=", "flags=", "srcvers=", "et=", "manufacturer=", "fv=",
            "deviceid=", "",
        ]
        let classifier = ReceiverClassifier(models: shippedModels)
        for _ in 0..<300 {
            let entries = (0..<8).map { _ in
                Array(keys[Int(random.next() % UInt64(keys.count))].utf8)
                    + (0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            }
            let record = ServiceRecord(serviceType: .airPlay, instanceName: "x", txt: TXTRecord(entries: entries))
            #expect(classifier.receivers(from: [record]).count == 1)
        }
    }
}
