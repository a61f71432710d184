import AirPlayReceivers
import Testing

/// Receivers that people have written down in public: what they publish, and what the writers say they are.
@Suite struct PublicRecordTests {
    struct Case: Sendable, CustomStringConvertible {
        var product: String
        var txt: String
        var expected: ReceiverClass
        var type = ServiceType.raop
        var description: String { product }
    }

    // The table of TXT records by firmware in the source of a RAOP sender, without what they all share.
    private static let table: [Case] = [
        Case(
            product: "Apple TV 2 on 6.0",
            txt: "cn=0,1,2,3 et=0,3,5 md=0,1,2 vs=190.9 vv=2 am=AppleTV2,1 sf=0x44 ft=0x4A7FFFF7,0xE",
            expected: .appleTV),
        Case(
            product: "Apple TV 3 on 6.1",
            txt: "cn=0,1,2,3 et=0,3,5 md=0,1,2 vs=200.54 vv=2 am=AppleTV3,2 sf=0x44 ft=0x5A7FFFF7,0xE",
            expected: .appleTV),
        Case(
            product: "Denon of 2011", txt: "cn=0,1 et=0,4 md=0,1,2 vs=103.2 am=DENON,1 fv=65.9200",
            expected: .avReceiver),
        Case(
            product: "Denon AVR-X3000", txt: "cn=0,1 et=0,4 md=0,1,2 vs=141.9 am=AVRX3000 fv=s9610.1000.0 ft=0x44F8A00",
            expected: .avReceiver),
        Case(
            product: "Marantz NR1504", txt: "cn=0,1 et=0,4 md=0,1,2 vs=141.9 am=NR1504 fv=s9610.1000.0 ft=0x44F8A00",
            expected: .avReceiver),
        Case(
            product: "Marantz NR1605",
            txt: "cn=0,1 et=0,4 md=0,1,2 vs=190.9 am=NR1605 fv=s9830.1102.0 ft=0x444F8A00 sd=99 sf=0x6",
            expected: .avReceiver),
        Case(
            product: "Pioneer VSX", txt: "cn=0,1 et=0,4 md=0,1,2 vs=103.2 am=PIONEER,1 fv=s1050.0.0",
            expected: .avReceiver),
        Case(
            product: "Yamaha RX-A1020", txt: "cn=0,1 et=0,4 md=0,1,2 vs=103.2 am=RX-A1020 fv=s8927.1051.0",
            expected: .avReceiver),
        Case(
            product: "Yamaha RX-V677", txt: "cn=0,1 et=0,4 md=0,1,2 vs=141.9 am=RX-V677 fv=s9575.1050.0 ft=0x44F8A00",
            expected: .avReceiver),
        Case(
            product: "Bose SoundTouch",
            txt: "cn=0,1 et=0,4 md=0 vs=141.9 am=Bose\u{A0}SoundTouch fv=s9423.40404.3372 ft=0x44E0A00",
            expected: .smartSpeaker),
        Case(
            product: "JBL SoundFly Air", txt: "cn=0,1 et=0,4 vs=103.2 am=JBL\u{A0}SoundFly\u{A0}Air fv=s9110.11.545",
            expected: .smartSpeaker),
        Case(
            product: "Klipsch G-17 Air", txt: "cn=0,1 et=0,4 vs=141.9 am=G17 fv=s9236.102.0 ft=0x44C0A00",
            expected: .smartSpeaker),
        Case(
            product: "Pioneer XW-SMA1", txt: "cn=0,1 et=0,4 vs=103.2 am=XW-SMA1 fv=s1010.1000.0",
            expected: .smartSpeaker),
        Case(
            product: "Airfoil Speakers on a Mac",
            txt: "cn=0,1 ek=1 et=0,1 md=0,1,2 vn=3 rast=afs rastx=iafs ramach=Macmini3,1 raAudioFormats=ALAC,L16",
            expected: .software),
        Case(
            product: "AirReceiver on a Fire TV",
            txt: "cn=0,1,2,3 et=0,3,5 sf=0x4 vs=211.3 am=AppleTV3,1 rmodel=AirReceiver3,1 ft=0x527ffff7",
            expected: .software),
        Case(product: "AirServer 3", txt: "cn=0,1 ek=1 et=0,1 vn=3 rhd=3.1.2", expected: .software),
        Case(
            product: "AirServer 4.2", txt: "cn=0,1,2,3 ek=1 et=0,3 md=0,1,2 sf=0x4 vs=120.2 am=AppleTV3,1 rhd=4.2.2",
            expected: .software),
        Case(
            product: "AirServer 4.6, second service",
            txt: "cn=1,2 et=0,3,5 md=0,1,2 sf=0x4 vs=150.35 vv=1 am=AirPort10,115 rhd=4.6.1", expected: .software),
        Case(
            product: "AirServer 5.3",
            txt: "cn=1,2,3 et=0,3,5 md=0,1,2 sf=0x4 vs=150.33 vv=2 am=AppleTV3,2 rhd=5.3.2 ft=0x100029ff",
            expected: .software),
        Case(
            product: "AirServer 6, second service",
            txt: "cn=0,1,2 et=0,3,5 md=0,1,2 sv=true sf=0x4 vs=105.1 am=Airport10,115 ft=0x25FCA00 fv=76400.10",
            expected: .software),
        Case(
            product: "Freebox Server", txt: "cn=0,1 ek=1 et=0,1 md=0,1,2 vs=110.63 am=AirPort4,107 sf=0x4",
            expected: .setTopBox),
        Case(product: "Kodi", txt: "cn=0,1 ek=1 et=0,1 md=0,1,2 vn=3 vs=130.14 am=Kodi,1", expected: .software),
        Case(product: "XBMC", txt: "cn=0,1 ek=1 et=0,1 md=0,1,2 vn=3 vs=130.14 am=Xbmc,1", expected: .software),
        Case(
            product: "XBMC posing as an Apple TV", txt: "cn=0,1 ek=1 et=0,1 md=0,1,2 vn=3 vs=160.10 am=AppleTV3,1",
            expected: .software),
        Case(
            product: "X-Mirage", txt: "cn=0,1,2,3 ek=1 et=0,1,3 md=0,1,2 sf=0x4 vs=150.33 vv=1 am=AppleTV3,1",
            expected: .software),
        Case(
            product: "X-Mirage, second service",
            txt: "cn=0,1,2,3 ek=1 et=0,1,3 md=0,1,2 sf=0x4 vs=105.1 vv=1 am=AirPort10,115 fv=76200.16",
            expected: .software),
        // postlund/pyatv issue 134, read off a picture there.
        Case(
            product: "Yamaha HTR-4066", txt: "cn=0,1 et=0,4 md=0,2 vs=141.9 am=HTR-4066 ft=0x44F8A00",
            expected: .avReceiver),
    ]

    private static let airPlay: [Case] = [
        // owntone/owntone-server issue 2003.
        Case(
            product: "Marantz SR6009", txt: "srcvers=190.9 seed=99 model=SR6009 flags=0x4 features=0x444F8A00",
            expected: .avReceiver, type: .airPlay),
        // A honeypot that copies a television's record and puts another model into it.
        Case(
            product: "a program with a television's bits",
            txt:
                "acl=0 features=0x7F8AD0,0x38BCF46 fex=0Ip/AEbPiwNACA rsf=0x3 fv=p20.10.00.4102 at=0x1 flags=0x244 model=appletv6,2 integrator=sony_tv",
            expected: .software, type: .airPlay),
        Case(
            product: "AirFire for Android", txt: "features=0x445F8A00,0x1C340 model=AirFire srcvers=366.0 vv=2",
            expected: .software, type: .airPlay),
        Case(
            product: "Ace4 for Android", txt: "features=0x445F8A00,0x1C340 flags=0x4 model=Ace4,1 srcvers=366.0 vv=2",
            expected: .software, type: .airPlay),
        // mikebrady/shairport-sync issue 535.
        Case(
            product: "the least that iOS takes for AirPlay 2", txt: "srcvers=366.0 features=0x40180200,0x300",
            expected: .software, type: .airPlay),
    ]

    private func receiver(_ sample: Case) throws -> Receiver {
        let txt = sample.txt.split(separator: " ").map { String($0.replacing("\u{A0}", with: " ")) }
        let record = ServiceRecord(
            serviceType: sample.type, instanceName: "Name", hostName: "h.local", txt: TXTRecord(txt))
        return try #require(ReceiverClassifier(models: shippedModels).receivers(from: [record]).first)
    }

    @Test("Nothing is called what it is not", arguments: table + airPlay)
    func neverWrong(_ sample: Case) throws {
        let receiver = try receiver(sample)
        #expect([sample.expected, .unknown].contains(receiver.receiverClass), "\(receiver.evidence)")
    }

    @Test func mostAreToldAndTheRestIsLeftOpen() throws {
        let all = PublicRecordTests.table + PublicRecordTests.airPlay
        let right = try all.filter { try receiver($0).receiverClass == $0.expected }
        print("public records: \(right.count) of \(all.count) told")
        for sample in all where !right.contains(where: { $0.product == sample.product }) { print("open:", sample) }
        #expect(right.count * 10 >= all.count * 7)
    }
}
