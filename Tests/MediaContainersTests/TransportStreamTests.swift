import MediaFormats
import Testing

@testable import MediaContainers

@Suite struct TransportStreamTests {
    /// A packet that carries these bytes, filled up by an adaptation field.
    private func packet(_ pid: Int, starts: Bool, _ payload: [UInt8]) -> [UInt8] {
        let filling = 184 - payload.count
        let head = [0x47, UInt8((starts ? 0x40 : 0) | pid >> 8), UInt8(pid & 0xFF), filling > 0 ? 0x30 : 0x10]
        guard filling > 0 else { return head + payload }
        let field = [UInt8(filling - 1)] + (filling > 1 ? [0] + [UInt8](repeating: 0xFF, count: filling - 2) : [])
        return head + field + payload
    }

    /// The program association that FFmpeg writes: program 1 has its map at 0x1000. The checksum is FFmpeg's.
    private var association: [UInt8] {
        packet(0, starts: true, [0] + hex("00 B0 0D 00 01 C1 00 00 00 01 F0 00 2A B1 04 B2"))
    }

    /// A program map with a checksum worked out by division, as ISO 13818-1 annex A says.
    private func map(_ rows: [UInt8]) -> [UInt8] { packet(0x1000, starts: true, [0] + section(rows)) }

    /// A section of a program map; the byte behind its program number holds the version and whether it is in force.
    private func section(_ rows: [UInt8], table: UInt8 = 2, version: UInt8 = 0xC1) -> [UInt8] {
        let length = 9 + rows.count + 4
        let section =
            [table] + number(0xB000 | length, 2) + hex("00 01") + [version] + hex("00 00 E1 00 F0 00") + rows
        var rest: UInt32 = 0xFFFF_FFFF
        for byte in section {
            for bit in (0..<8).reversed() {
                let carry = rest >> 31 ^ UInt32(byte >> bit & 1)
                rest <<= 1
                if carry == 1 { rest ^= 0x04C1_1DB7 }
            }
        }
        return section + number(Int(rest))
    }

    /// Sections without a gap, each as soon as the one before ends (ISO 13818-1 2.4.4.1): a packet in which one begins says
    /// where.
    private func contiguous(_ sections: [UInt8]...) -> [UInt8] {
        let bytes = sections.flatMap { $0 }
        let begins = sections.indices.map { index in sections[..<index].reduce(0) { $0 + $1.count } }
        var packets: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let begin = begins.first { (position..<position + 183).contains($0) }
            let end = min(position + (begin == nil ? 184 : 183), bytes.count)
            let pointer = begin.map { [UInt8($0 - position)] } ?? []
            packets += packet(0x1000, starts: begin != nil, pointer + bytes[position..<end])
            position = end
        }
        return packets
    }

    private func read(_ packets: [UInt8]...) -> HeaderReading {
        let bytes = packets.flatMap { $0 }
        return HeaderReading(MediaWindow(bytes, totalSize: bytes.count))
    }

    @Test func streamTypesAndDescriptors() {
        let rows =
            hex("DB E1 00 F0 00") + hex("0F E1 01 F0 06 0A 04") + Array("deu".utf8) + [0]
            + hex("06 E1 02 F0 06 05 04") + Array("EAC3".utf8)
        let reading = read(association, map(rows))
        #expect(reading.tracks.map(\.timing.identifier) == [0x100, 0x101, 0x102])
        #expect(reading.tracks[0].video?.codec == .avc)
        #expect(reading.tracks[0].video?.protection == .sampleAES)
        #expect(reading.tracks[1].audio?.codec == .aac)
        #expect(reading.tracks[1].audio?.language == "de")
        #expect(reading.tracks[2].audio?.codec == .eac3)
    }

    @Test func aMapWithAWrongChecksumIsNone() {
        var broken = map(hex("1B E1 00 F0 00"))
        broken[187] ^= 1
        let reading = read(association, broken)
        #expect(reading.tracks.isEmpty)
        #expect(reading.problem != nil)
    }

    @Test func theTimeOfTheFirstPicture() throws {
        // 126000 ticks (1.4 s), the first time that FFmpeg gives; then a set of parameters and a key picture.
        let unit =
            hex("00 00 01 E0 00 00 80 80 05 21 00 07 D8 61")
            + hex("00 00 01 67 42 40 1F") + bits("1 1 011 010 0 0000001010000 00000101101 1 1 0 0 1")
            + hex("00 00 01 65 88 84")
        let reading = read(association, map(hex("1B E1 00 F0 00")), packet(0x100, starts: true, unit))
        let track = try #require(reading.tracks.first)
        #expect(track.timing.start == .milliseconds(1400))
        #expect(track.timing.startsWithSyncSample == true)
        #expect(track.video?.resolution == Resolution(width: 1280, height: 720))
        #expect(track.video?.frameRate == nil)
    }

    @Test func timesGoOnWhenTheClockBeginsAgain() {
        // The last tick of 33 bits, then tick 0.
        let last = hex("00 00 01 E0 00 00 80 80 05 2F FF FF FF FF")
        let first = hex("00 00 01 E0 00 00 80 80 05 21 00 01 00 01")
        let reading = read(
            association, map(hex("1B E1 00 F0 00")), packet(0x100, starts: true, last),
            packet(0x100, starts: true, first))
        #expect(reading.tracks.first?.timing.start == Duration(ticks: 0x1_FFFF_FFFF, timescale: 90000))
        #expect(reading.tracks.first?.timing.samplesExamined == 2)
    }

    @Test func dolbyVisionByDescriptor() {
        // Version 1.0, profile 8, level 6, no enhancement, base layer, compatibility 4.
        let record = bits("00000001 00000000 0001000 000110 1 0 1 0100 1111")
        let rows = hex("24 E1 00 F0") + [UInt8(record.count + 2), 0xB0, UInt8(record.count)] + record
        #expect(
            read(association, map(rows)).tracks.first?.video?.dolbyVision
                == DolbyVisionConfiguration(profile: 8, level: 6, baseCompatibility: 4))
    }

    @Test func opusByItsDescriptors() {
        let rows = hex("06 E1 00 F0 0A 05 04") + Array("Opus".utf8) + hex("7F 02 80 06")
        let audio = read(association, map(rows)).tracks.first?.audio
        #expect(audio?.codec == .opus)
        #expect(audio?.sampleRate == 48000)
        #expect(audio?.channels == 6)
    }

    @Test func captionServicesWithTheirLanguages() {
        // Two services: digital service 1 in English, line 21 in Spanish (ATSC A/65 6.9.2).
        let descriptor =
            hex("86 0D E2") + Array("eng".utf8) + hex("C1 3F FF") + Array("spa".utf8) + hex("7E 3F FF")
        let rows = hex("1B E1 00 F0 0F") + descriptor
        #expect(
            read(association, map(rows)).tracks.first?.subtitles == [
                SubtitleParameters(format: "cea-708", language: "en"),
                SubtitleParameters(format: "cea-608", language: "es"),
            ])
    }

    @Test func theLanguageOfTeletextAndSubtitles() {
        let rows =
            hex("06 E1 00 F0 07 56 05") + Array("ger".utf8) + hex("09 00") + hex("06 E1 01 F0 0A 59 08")
            + Array("fra".utf8)
            + hex("10 00 01 00 01")
        #expect(
            read(association, map(rows)).tracks.flatMap(\.subtitles) == [
                SubtitleParameters(format: "teletext", language: "de"),
                SubtitleParameters(format: "dvb-subtitle", language: "fr"),
            ])
    }

    @Test func advancedCodingInTheMultiplexOfItsOwn() {
        // LOAS: 0x2B7, a length of 20, no earlier configuration, version 0, same timing, one frame, program and layer; then
        // type 2, 44100, 2 channels.
        let frame =
            bits("01010110111 0000000010100 0 0 1 000000 0000 000 00010 0100 0010 000")
            + [UInt8](repeating: 0, count: 16)
        let unit = hex("00 00 01 C0 00 00 80 80 05 21 00 07 D8 61") + frame
        let audio = read(association, map(hex("11 E1 00 F0 00")), packet(0x100, starts: true, unit)).tracks.first?.audio
        #expect(audio?.codec == .aac)
        #expect(audio?.objectType == .lowComplexity)
        #expect(audio?.sampleRate == 44100)
        #expect(audio?.layout == .stereo)
    }

    @Test func theCoreOfDTS() {
        // ETSI TS 102 114 5.3.1: normal frame, 32 samples, no checksum, 16 blocks (15), 1006 bytes (1005), order 9 (3/2),
        // 48 kHz (13), rate 15, five flags, three bits of extension, two flags, low frequency channel 1.
        let core =
            hex("7F FE 80 01") + bits("1 11111 0 0001111 00001111101101 001001 1101 01111 00000 000 0 0 01")
            + [UInt8](repeating: 0, count: 80)
        var facts = TrackFacts(kind: .audio, identifier: 1)
        #expect(SoundFrame.read(core[...], into: &facts) == .dts)
        #expect(facts.audio?.sampleRate == 48000)
        #expect(facts.audio?.channels == 6)
        let length = SoundFrame.length(core[...])
        #expect(length?.bytes == 1006)
        #expect(length?.samples == 512)
    }

    @Test func aTableThatChangesAddsStreams() {
        let (picture, sound) = (hex("1B E1 00 F0 00"), hex("0F E1 01 F0 00"))
        var damaged = map(picture + sound)
        damaged[damaged.count - 6] ^= 1
        let reading = read(association, map(picture), map(picture), damaged, damaged)
        #expect(reading.tracks.map(\.timing.identifier) == [0x100])
        let later = read(association, map(picture), damaged, map(picture + sound), map(picture), map(picture + sound))
        #expect(later.tracks.map(\.timing.identifier) == [0x100, 0x101])
    }

    @Test func severalSectionsInOnePacket() {
        let (private1, private2) = (section([], table: 0xC0), section([1, 2, 3], table: 0xC1))
        let map = section(hex("1B E1 00 F0 00"))
        let filling = [UInt8](repeating: 0xFF, count: 20)
        for payload in [map, private1 + map, private1 + private2 + map, private1 + map + filling] {
            let reading = read(association, packet(0x1000, starts: true, [0] + payload))
            #expect(reading.tracks.map(\.timing.identifier) == [0x100])
        }
        // Behind filling there is nothing.
        #expect(read(association, packet(0x1000, starts: true, [0] + filling + map)).tracks.isEmpty)
    }

    @Test func aSectionEndsWhereThePointerSays() {
        // A private descriptor makes the map 279 bytes long: it begins in one packet, and ends in front of the next section.
        let rows = hex("1B E1 00 F1 00 C8 FE") + [UInt8](repeating: 7, count: 254)
        let map = section(rows)
        let others = section(hex("0F E1 01 F0 00"))
        #expect(map.count == 12 + rows.count + 4)
        let both = contiguous(map, others)
        #expect(both.count == 2 * 188)
        #expect(read(association, both).tracks.map(\.timing.identifier) == [0x100, 0x101])
        // The first packet, and its end in a packet in which nothing begins.
        #expect(read(association, contiguous(map)).tracks.map(\.timing.identifier) == [0x100])
        // Without its first packet the end is none.
        #expect(read(association, Array(both.dropFirst(188))).tracks.map(\.timing.identifier) == [0x101])
        // A pointer that leads out of its packet.
        let lost = packet(0x1000, starts: true, [200] + others)
        #expect(read(association, lost, contiguous(map)).tracks.map(\.timing.identifier) == [0x100])
    }

    @Test func aTableThatIsNotInForceYetIsNotApplied() {
        // The same stream as HEVC in version 1, which comes into force later, and as AVC in version 0.
        let next = packet(0x1000, starts: true, [0] + section(hex("24 E1 00 F0 00"), version: 0xC2))
        #expect(read(association, next, map(hex("1B E1 00 F0 00"))).tracks.map(\.video?.codec) == [.avc])
        let alone = read(association, next)
        #expect(alone.tracks.isEmpty)
        #expect(alone.problem == "a transport stream without a program map")
    }

    /// Bytes too few for two packets, and whether they may be the begin of a stream.
    @Test(arguments: [
        (Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0], false), (Array("GIF87a".utf8) + [1, 0], false),
        (Array("Gateway Timeout\r\n".utf8), false), ([UInt8](repeating: 0x47, count: 150), false), ([0x47], false),
        (hex("47 40 00 10 00 00 B0 0D"), true), (hex("47 40 11 10"), true), (hex("47 C0 00 10"), false),
        (hex("46 40 00 10"), false),
    ])
    func whatIsTooShortForAPacket(bytes: [UInt8], isStream: Bool) {
        #expect(ContainerFormat.beginsTransportStream(bytes) == isStream)
        #expect(read(bytes).container == (isStream ? .transportStream : nil))
    }

    /// Heads of packets (ISO 13818-1 2.4.3.2 and 2.4.3.4), and where in the packet what it carries begins.
    @Test(arguments: [
        ("47 41 00 10", 4), ("47 01 00 30 00", 5), ("47 41 00 30 01 40", 6), ("47 41 00 30 B7 00", 188),
        // A field that is longer than its packet, no payload, a transmission error, no sync byte.
        ("47 41 00 30 B8 00", nil), ("47 41 00 20 00", nil), ("47 C1 00 10", nil), ("46 41 00 10", nil),
    ])
    func headsOfPackets(head: String, payload: Int?) {
        let head = hex(head)
        let bytes = [0x47, 0x47] + head + [UInt8](repeating: 0, count: 188 - head.count) + [0x47]
        let packet = TransportPacket(ByteReader(bytes, from: 2, to: bytes.count))
        #expect(packet?.payload == payload.map { ($0 + 2)..<190 })
        #expect(packet.map(\.pid) == payload.map { _ in 0x100 })
        #expect(packet.map(\.startsUnit) == payload.map { _ in head[1] == 0x41 })
        #expect(packet.map(\.isRandomAccess) == payload.map { $0 == 6 })
        #expect(TransportPacket(ByteReader(bytes, from: 2, to: 189)) == nil)
    }

    @Test func packetsAreFoundBehindRubbish() {
        let packets = association + map(hex("1B E1 00 F0 00")) + association
        #expect(HeaderReading(MediaWindow([1, 2, 3, 4, 5] + packets)).tracks.count == 1)
        #expect(HeaderReading(MediaWindow([UInt8](repeating: 0x41, count: 600))).container == nil)
    }
}
