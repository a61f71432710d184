import AirPlayReceivers
import Testing

/// Receivers that the captures at hand lack, with what such a receiver publishes as far as public pages tell: the maker's name
/// and model as published, and the bits of its family. Each must come out as what it is, or be left open.
@Suite struct WiderWorldTests {
    struct Case: Sendable, CustomStringConvertible {
        var product: String
        var maker: String?
        var model: String
        var features: String
        var expected: ReceiverClass
        var more: [String] = []
        var description: String { product }

        var records: [ServiceRecord] {
            let txt =
                ["deviceid=02:00:00:00:00:01", "model=\(model)", "features=\(features)"]
                + (maker.map { ["manufacturer=\($0)"] } ?? []) + more
            return [
                ServiceRecord(
                    serviceType: .airPlay, instanceName: "Name", hostName: "h.local", port: 7000, txt: TXTRecord(txt))
            ]
        }
    }

    private static let video = "0x7F8AD0,0x38BCF46"
    private static let audio = "0x445F8A00,0x1C340"
    private static let kit = ["srcvers=377.40.00", "protovers=1.1", "flags=0x244"]

    static let televisions: [Case] = [
        Case(product: "LG G3", maker: "LG Electronics", model: "OLED55G3PUA", features: video, expected: .smartTV),
        Case(product: "LG QNED", maker: "LG Electronics", model: "65QNED85UQA", features: video, expected: .smartTV),
        Case(
            product: "LG StanbyME", maker: "LG Electronics", model: "27ART10AKPL", features: video, expected: .smartTV),
        // A page of a remote control for the Frame.
        Case(product: "Samsung Frame 2022", maker: "Samsung", model: "LS03B", features: video, expected: .smartTV),
        Case(product: "Samsung S95D", maker: "Samsung", model: "QS95D", features: video, expected: .smartTV),
        Case(product: "Samsung monitor M8", maker: "Samsung", model: "LS32BM80", features: video, expected: .smartTV),
        Case(product: "Samsung Freestyle", maker: "Samsung", model: "LSP3", features: video, expected: .smartTV),
        Case(
            product: "Samsung hotel television", maker: "Samsung", model: "HAU8000", features: video, expected: .smartTV
        ),
        Case(
            product: "Sony Bravia XR", maker: "Sony", model: "XR-65A95L", features: "0x7F8AD0,0x18BCF46",
            expected: .smartTV),
        Case(
            product: "Sony Bravia KD", maker: "Sony", model: "KD-55X80K", features: "0x7F8AD0,0x18BCF46",
            expected: .smartTV),
        Case(
            product: "Sony Bravia 9", maker: "Sony", model: "K-75XR90", features: "0x7F8AD0,0x18BCF46",
            expected: .smartTV),
        // A page on AirPlay discovery that lists a lab.
        Case(
            product: "Vizio D-Series", maker: "VIZIO Inc.", model: "D40f-J09", features: "0x7F8AD0,0xBCB46",
            expected: .smartTV, more: ["integrator=VIZIO Inc.", "fex=0Ip/AEbLCwBACA", "fv=p20.3.600.31.1-5"]),
        Case(product: "Hisense U8", maker: "Hisense", model: "65U8K", features: video, expected: .smartTV),
        // Tests of a driver for Roku's televisions.
        Case(
            product: "Hisense with Roku's system", maker: "Hisense", model: "8115X", features: video,
            expected: .smartTV,
            more: ["integrator=Roku"]),
        Case(product: "TCL with Roku's system", maker: "TCL", model: "7139X", features: video, expected: .smartTV),
        Case(
            product: "TCL with Android", maker: "TCL", model: "JX32B", features: "0x7F8AD0,0xBCF46", expected: .smartTV),
        Case(product: "Xiaomi television", maker: "Xiaomi", model: "MiTV-AXSO2", features: video, expected: .smartTV),
        Case(
            product: "Panasonic with Fire OS", maker: "Panasonic", model: "TV-65Z95AEG", features: video,
            expected: .smartTV),
        Case(product: "Toshiba with Fire OS", maker: "Toshiba", model: "AFTTI43", features: video, expected: .smartTV),
        Case(
            product: "Philips with Titan OS", maker: "TP Vision", model: "55PUS8500", features: video,
            expected: .smartTV),
        // Its models are numbered like Onkyo's AV receivers, which show no picture.
        Case(
            product: "Panasonic OLED", maker: "Panasonic Corporation", model: "TX-55MZ1500E", features: video,
            expected: .smartTV),
        Case(product: "Loewe", maker: "Loewe", model: "inspire dr+", features: video, expected: .smartTV),
    ]

    /// Who makes both, and who is not known to make either: nothing but the model could tell.
    static let open: [Case] = [
        Case(
            product: "a television by Roku itself", maker: "Roku", model: "A123X", features: video, expected: .unknown),
        Case(product: "a Roku not yet listed", maker: "Roku", model: "5050X", features: video, expected: .unknown),
        Case(
            product: "Amazon Omni television", maker: "Amazon", model: "AFTTIFF55", features: video, expected: .unknown),
        Case(product: "Xumo Stream Box", maker: "Xumo", model: "XiOne-SCB", features: video, expected: .unknown),
        Case(product: "onn 4K box", maker: "onn", model: "100135923", features: video, expected: .unknown),
        Case(product: "Sky Stream", maker: "Sky", model: "IP061", features: video, expected: .unknown),
        Case(product: "Epson projector", maker: "Epson", model: "EH-LS650", features: video, expected: .unknown),
        Case(
            product: "a box of a maker nobody lists", maker: "Acme", model: "Box 1", features: video, expected: .unknown
        ),
        Case(product: "a box without maker and model", maker: nil, model: "", features: video, expected: .unknown),
        Case(
            product: "an in-room box of a hotel system", maker: "Enseo", model: "HD5000", features: video,
            expected: .unknown),
    ]

    static let players: [Case] = [
        Case(product: "Roku Ultra 2024", maker: "Roku", model: "4850X", features: video, expected: .setTopBox),
        Case(product: "Roku Streaming Stick 4K", maker: "Roku", model: "3820X", features: video, expected: .mediaStick),
        Case(product: "Roku Express 4K+", maker: "Roku", model: "3941X", features: video, expected: .mediaStick),
        Case(product: "Roku Streambar", maker: "Roku", model: "9102X", features: video, expected: .soundBar),
    ]

    static let sound: [Case] = [
        Case(
            product: "Sonos Era 100", maker: "Sonos", model: "Era 100", features: "0x445F8A00,0x801C340",
            expected: .smartSpeaker),
        Case(
            product: "Sonos Era 300", maker: "Sonos", model: "Era 300", features: "0x445F8A00,0x801C340",
            expected: .smartSpeaker),
        Case(
            product: "Sonos Move", maker: "Sonos", model: "Move", features: "0x445F8A00,0x801C340",
            expected: .smartSpeaker),
        Case(product: "Sonos Ray", maker: "Sonos", model: "Ray", features: audio, expected: .soundBar),
        Case(product: "Sonos Arc Ultra", maker: "Sonos", model: "Arc Ultra", features: audio, expected: .soundBar),
        Case(
            product: "Sonos Arc Ultra with its firmware", maker: "Sonos", model: "Arc Ultra", features: audio,
            expected: .soundBar, more: ["fv=p20.79.1-55240"]),
        Case(
            product: "Sonos Port with its firmware", maker: "Sonos", model: "Port", features: audio,
            expected: .smartSpeaker, more: ["fv=p20.79.1-55240"]),
        // Tests of a sender, on its fleet.
        Case(
            product: "Samsung Music Frame", maker: "Samsung", model: "HW-LS60D", features: "0xC05F8A00,0x1C340",
            expected: .smartSpeaker),
        Case(
            product: "WiiM Pro", maker: "Linkplay Technology Inc.", model: "WiiM Pro Receiver", features: audio,
            expected: .smartSpeaker),
        Case(
            product: "WiiM Amp", maker: "LinkPlay Technology Inc.", model: "WiiM Amp", features: audio,
            expected: .smartSpeaker),
        // A tool for these speakers, which finds them by it.
        Case(product: "KEF LSX II", maker: "KEF", model: "LSX II", features: audio, expected: .smartSpeaker),
        Case(
            product: "KEF LS50 Wireless II", maker: "KEF", model: "LS50 Wireless II", features: audio,
            expected: .smartSpeaker),
        Case(product: "KEF XIO", maker: "KEF", model: "XIO Soundbar", features: audio, expected: .soundBar),
        Case(product: "Pioneer VSX-934", maker: "Pioneer", model: "VSX-934", features: audio, expected: .avReceiver),
        Case(
            product: "Yamaha RX-A4A", maker: "Yamaha Corporation", model: "RX-A4A", features: audio,
            expected: .avReceiver),
        Case(
            product: "Yamaha MusicCast 50", maker: "Yamaha Corporation", model: "MusicCast 50", features: audio,
            expected: .smartSpeaker),
        Case(
            product: "Yamaha YAS-408", maker: "Yamaha Corporation", model: "YAS-408", features: audio,
            expected: .soundBar),
        Case(
            product: "Marantz Cinema 50", maker: "Sound United", model: "Marantz CINEMA 50", features: audio,
            expected: .avReceiver),
        Case(
            product: "Denon Home 150", maker: "Denon", model: "Denon Home 150", features: audio, expected: .smartSpeaker
        ),
        Case(
            product: "Denon Home Sound Bar 550", maker: "Denon", model: "Denon Home Sound Bar 550", features: audio,
            expected: .soundBar),
        Case(product: "HEOS Bar", maker: "Denon", model: "HEOS Bar", features: audio, expected: .soundBar),
        Case(product: "Onkyo TX-NR696", maker: "Onkyo", model: "TX-NR696", features: audio, expected: .avReceiver),
        Case(
            product: "Bose Home Speaker 500", maker: "Bose Corporation", model: "Home Speaker 500", features: audio,
            expected: .smartSpeaker),
        Case(
            product: "Bose SoundTouch 20", maker: "Bose Corporation", model: "SoundTouch 20", features: audio,
            expected: .smartSpeaker),
        Case(
            product: "Beosound Theatre", maker: "Bang & Olufsen", model: "Beosound Theatre", features: audio,
            expected: .soundBar),
        Case(
            product: "Beosound Level", maker: "Bang & Olufsen", model: "Beosound Level", features: audio,
            expected: .smartSpeaker),
        Case(
            product: "Naim Mu-so 2", maker: "Naim Audio Ltd", model: "Mu-so 2nd Generation", features: audio,
            expected: .smartSpeaker),
        Case(product: "Bluesound NODE", maker: "Bluesound", model: "NODE", features: audio, expected: .smartSpeaker),
        Case(
            product: "Bluesound Pulse Soundbar+", maker: "Bluesound", model: "PULSE SOUNDBAR+", features: audio,
            expected: .soundBar),
        Case(
            product: "Libratone Loop", maker: "Libratone", model: "LibratoneLoop1", features: "0x44F8A00",
            expected: .smartSpeaker),
        Case(
            product: "Sennheiser Ambeo Mini", maker: "Sennheiser", model: "AMBEO Soundbar Mini", features: audio,
            expected: .soundBar),
        Case(product: "Sony HT-A7000", maker: "Sony", model: "HT-A7000", features: audio, expected: .soundBar),
        Case(product: "Sony STR-AN1000", maker: "Sony", model: "STR-AN1000", features: audio, expected: .avReceiver),
        Case(
            product: "JBL Bar 5.0", maker: "HARMAN International Industries", model: "JBL BAR 5.0 MULTIBEAM",
            features: audio, expected: .soundBar),
        Case(
            product: "Harman Kardon Citation", maker: "HARMAN International Industries", model: "Citation One",
            features: audio, expected: .smartSpeaker),
        Case(
            product: "JBL Bar 1000", maker: "Harman International", model: "JBL Bar 1000", features: audio,
            expected: .soundBar),
        Case(
            product: "Belkin Soundform Connect", maker: "Belkin International Inc.",
            model: "SOUNDFORM AirPlay2 Adapter", features: audio, expected: .smartSpeaker),
    ]

    static let apple: [Case] = [
        Case(
            product: "Apple TV 4K of 2022", maker: nil, model: "AppleTV14,1", features: "0x4A7FDFD5,0x3C177FDE",
            expected: .appleTV, more: ["srcvers=860.7.1", "osvers=18.0", "flags=0x644"]),
        Case(
            product: "HomePod mini", maker: nil, model: "AudioAccessory5,1", features: "0x4A7FCA00,0xBC354BD0",
            expected: .smartSpeaker, more: ["srcvers=775.3.1", "osvers=17.4"]),
        Case(
            product: "HomePod of 2023", maker: nil, model: "AudioAccessory6,1", features: "0x4A7FCA00,0x3C354BD0",
            expected: .smartSpeaker, more: ["srcvers=860.7.1", "osvers=18.0"]),
        Case(
            product: "Mac mini as a receiver", maker: nil, model: "Mac16,10", features: "0x4A7FCFD5,0x38174FDE",
            expected: .mac, more: ["srcvers=890.79.5", "osvers=15.1"]),
        // Its name is seen in a mirroring tool's tests.
        Case(
            product: "Mac Studio as a receiver", maker: nil, model: "Mac16,9", features: "0x4A7FCFD5,0x38174FDE",
            expected: .mac, more: ["srcvers=980.77.5"]),
    ]

    static let programs: [Case] = [
        // Two projects for ESP32 boards publish these.
        Case(
            product: "a microcontroller as a HomePod", maker: nil, model: "AudioAccessory5,1",
            features: "0x405C4A00,0x1C340", expected: .software, more: ["srcvers=377.40.00", "flags=0x4"]),
        // Tests of a library for multicast DNS: an Apple TV's model with a speaker's bits.
        Case(
            product: "an Apple TV of a test", maker: nil, model: "AppleTV11,1", features: "0x445F8A00,0x1C",
            expected: .software, more: ["srcvers=370.20.1"]),
        Case(
            product: "an app on an iPad as an Apple TV 3", maker: nil, model: "AppleTV3,2", features: "0x5A7FFFF7,0x1E",
            expected: .software, more: ["srcvers=220.68", "flags=0x4", "vv=2"]),
        Case(
            product: "an app on a Fire TV stick", maker: nil, model: "AppleTV5,3", features: "0x5A7FFFF7,0x1E",
            expected: .software, more: ["srcvers=220.68"]),
        Case(
            product: "a box that lends a Mac's model", maker: nil, model: "Mac16,10", features: "0x527FFFF7",
            expected: .software, more: ["srcvers=220.68"]),
        Case(
            product: "a television's bits under an Apple TV's model, with a maker", maker: "Sony", model: "AppleTV6,2",
            features: video, expected: .software, more: kit),
        Case(
            product: "a program that copies a Samsung television whole", maker: "Samsung", model: "QTQ80",
            features: "0x5A7FFEE6,0x0", expected: .software),
    ]

    static let everything = televisions + open + players + sound + apple + programs

    private func receiver(_ sample: Case) throws -> Receiver {
        try #require(ReceiverClassifier(models: shippedModels).receivers(from: sample.records).first)
    }

    @Test("Nothing is called what it is not", arguments: everything)
    func neverWrong(_ sample: Case) throws {
        let receiver = try receiver(sample)
        #expect([sample.expected, .unknown].contains(receiver.receiverClass), "\(receiver.evidence)")
        if sample.expected == .software {
            #expect(receiver.certainty != .certain || receiver.receiverClass == .software)
        }
    }

    @Test("Without a model that tells, a maker of both is left open, and where its picture goes", arguments: open)
    func opens(_ sample: Case) throws {
        let receiver = try receiver(sample)
        #expect(receiver.receiverClass == .unknown, "\(receiver.evidence)")
        #expect(receiver.outputPath == .unknown)
        #expect(receiver.tier == .unknown)
        #expect(receiver.capabilities.airPlayVideo?.value == true)
    }

    @Test func nearlyAllThatCanBeToldIsTold() throws {
        let told = WiderWorldTests.televisions + WiderWorldTests.players + WiderWorldTests.sound + WiderWorldTests.apple
        let missed = try told.filter { try receiver($0).receiverClass != $0.expected }
        print("wider world: \(told.count - missed.count) of \(told.count) told; open: \(missed.map(\.product))")
        #expect(missed.count * 10 <= told.count)
    }

    @Test("Damage never turns a class into a certain wrong one", arguments: everything, Mutation.allCases)
    func damage(_ sample: Case, _ mutation: Mutation) {
        for receiver in ReceiverClassifier(models: shippedModels).receivers(from: mutation.applied(to: sample.records))
        {
            let isFine =
                [sample.expected, .unknown].contains(receiver.receiverClass) || receiver.certainty != .certain
            #expect(isFine, "\(mutation) made it certainly \(receiver.receiverClass): \(receiver.evidence)")
            if sample.expected == .software { #expect(![.appleTV, .mac].contains(receiver.receiverClass)) }
        }
    }
}
