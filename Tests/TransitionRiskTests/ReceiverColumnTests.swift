import AirPlayReceivers
import MediaFormats
import Testing
import TransitionRisk

@Suite struct ReceiverColumnTests {
    /// A receiver of a class and tier that states these TXT entries.
    private func receiver(_ txt: [String], models: [ModelEntry] = []) throws -> Receiver {
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: "Box", hostName: "box.local", addresses: [], port: 7000,
            interface: "eth0", txt: TXTRecord(entries: txt.map { Array($0.utf8) }))
        return try #require(ReceiverClassifier(models: models).receivers(from: [record]).first)
    }

    @Test func aReceiverOfWhichNothingIsKnownIsJudgedAsUnknown() throws {
        let column = try #require(ReceiverProfile(receiver(["x=1"]), defaults: matrix.profiles))
        #expect(column.receiverClass == .unknown)
        #expect(column.capabilities.videoDecoders.isEmpty)
        #expect(column.switching == .unknown)
        #expect(column.title == "Box")
    }

    @Test func whatAReceiverStatesReplacesTheDefaultOfItsClass() throws {
        var stated = try receiver(["x=1"])
        stated.receiverClass = .smartTV
        stated.tier = .high
        stated.capabilities.videoDecoders = [
            Claim(
                VideoDecoder(codec: .avc, maxLevel: 42), origin: .deviceStated, source: "/info", confidence: "confirmed"
            )
        ]
        stated.switching = .reload
        let column = try #require(ReceiverProfile(stated, defaults: matrix.profiles))
        // HEVC is what its class usually decodes; this receiver lists its decoders and HEVC is not among them.
        #expect(column.capabilities.videoDecoders.map(\.value.codec) == [.avc])
        #expect(column.switching == .reload)
        #expect(column.capabilities.audioCodecs?.value == [.aac, .ac3, .eac3])
    }

    @Test func anUnknownTierCountsAsTheLowest() throws {
        var television = try receiver(["x=1"])
        television.receiverClass = .smartTV
        television.tier = .unknown
        let column = try #require(ReceiverProfile(television, defaults: matrix.profiles))
        #expect(column.capabilities.audioCodecs?.value == [.aac])
        #expect(column.tier == .unknown)
    }
}
