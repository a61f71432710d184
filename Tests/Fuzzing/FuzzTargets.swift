import AirPlayReceivers
import Foundation
import HLSPlaylists
import MediaContainers
import MediaFormats
import NowPlaying

/// One kind of hostile input: what reads it, and what must hold of the result besides coming back.
private enum FuzzTarget: String {
    case playlist
    case attributeList = "attribute-list"
    case codecString = "codec-string"
    case assetList = "asset-list"
    case scalar
    case txtRecord = "txt-record"
    case features
    case infoList = "info-plist"
    case infoReply = "info-reply"
    case isoMedia = "iso-media"
    case transportStream = "transport-stream"
    case id3
    case nowPlayingLog = "now-playing-log"
    case availabilityFeed = "availability-feed"
    case timedTag = "timed-tag"
    case eventMessages = "event-messages"

    /// The target that `run.sh` names.
    static let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["SEGUE_FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget(rawValue: name) else { fatalError("SEGUE_FUZZ_TARGET='\(name)' is no target") }
        return target
    }()

    func read(_ bytes: [UInt8]) {
        switch self {
        case .playlist: HostileInput.playlist(bytes)
        case .attributeList: HostileInput.attributeList(bytes)
        case .assetList: HostileInput.assetList(bytes)
        case .scalar: HostileInput.scalars(bytes)
        case .codecString: readCodecStrings(String(decoding: bytes, as: UTF8.self))
        case .txtRecord: readTXTRecord(bytes)
        case .features: readFeatures(String(decoding: bytes, as: UTF8.self))
        case .infoList: readInfoList(bytes)
        case .infoReply: readInfoReply(bytes)
        case .isoMedia: readHeaders(bytes, mark: Array("....ftyp".utf8).map { $0 == 0x2E ? 0 : $0 })
        case .transportStream: readHeaders(bytes, mark: [0x47])
        case .id3: readID3(bytes)
        case .nowPlayingLog: readNowPlayingLog(bytes)
        case .availabilityFeed: readAvailabilityFeed(bytes)
        case .timedTag: readTimedTag(bytes)
        case .eventMessages: readEventMessages(bytes)
        }
    }
}

private func readCodecStrings(_ text: String) {
    for codec in CodecString.list(text) { precondition(!codec.raw.isEmpty) }
    _ = SupplementalCodec.list(text)
    _ = (Resolution(text), FrameRate(decimal: text))
}

private func readTXTRecord(_ bytes: [UInt8]) {
    guard let record = TXTRecord(wire: bytes) else { return }
    for entry in record.entries { precondition(TXTEscape.bytes(TXTEscape.text(entry)) == entry) }
    // Keys are printable ASCII (RFC 6763 section 6.4); others are kept as bytes but cannot be asked for.
    for key in record.keys where key.rawValue.utf8.allSatisfy({ $0 < 0x80 }) { precondition(record.has(key)) }
    for type in [ServiceType.airPlay, .raop] {
        let service = ServiceRecord(serviceType: type, instanceName: "AABBCCDDEEFF@Lab", txt: record)
        _ = ReceiverClassifier(models: []).receivers(from: [service])
    }
}

private func readFeatures(_ text: String) {
    if let flags = FeatureFlags(text) {
        precondition(FeatureFlags(flags.description) == flags)
        _ = flags.described
    }
    if let flags = FeatureFlags(extended: text) { _ = flags.described }
    _ = (StatusFlags(text), DeviceID(text))
}

private func readInfoList(_ bytes: [UInt8]) {
    guard let info = try? InfoPropertyList.read(bytes) else { return }
    _ = (info.model, info.deviceID, info.features, info.status, info.displayModes, info.statedPictureLimit)
    _ = try? JSONEncoder().encode(info)
    let service = ServiceRecord(serviceType: .airPlay, instanceName: "Lab", info: info)
    _ = ReceiverClassifier(models: []).receivers(from: [service])
}

/// The first byte says in which pieces the rest arrives; the pieces must not matter.
private func readInfoReply(_ bytes: [UInt8]) {
    guard let step = bytes.first.map({ Int($0) + 1 }) else { return }
    let text = bytes.dropFirst()
    var pieces = InfoReply()
    var progress = InfoReply.Progress.needsMore
    var rest = text
    while progress == .needsMore, !rest.isEmpty {
        progress = pieces.take(rest.prefix(step))
        rest = rest.dropFirst(step)
    }
    if progress == .needsMore { progress = pieces.end() }
    var whole = InfoReply()
    var atOnce = whole.take(text)
    if atOnce == .needsMore { atOnce = whole.end() }
    if case .complete = progress { precondition(progress == atOnce) }
}

/// Reads headers as a prober does: what is wanted is given, as far as it is there. The mark at the start is what leads to
/// the reader in question, so that no run is spent on finding it.
private func readHeaders(_ bytes: [UInt8], mark: [UInt8]) {
    var bytes = bytes
    for (index, byte) in mark.enumerated() where index < bytes.count && byte != 0 { bytes[index] = byte }
    var window = MediaWindow(Array(bytes.prefix(512)), totalSize: bytes.count)
    var reading = HeaderReading(window)
    for _ in 0..<4 {
        guard let wanted = reading.wants else { break }
        precondition(!wanted.isEmpty)
        let start = min(wanted.lowerBound, bytes.count)
        window.add(Array(bytes[start..<min(max(start, wanted.upperBound), bytes.count)]), at: wanted.lowerBound)
        reading = HeaderReading(window)
    }
    precondition(reading.tracks.count <= 1024)
    let media = reading.measured(bytesRead: bytes.count)
    if let text = try? JSONEncoder().encode(media) { _ = try? JSONDecoder().decode(MeasuredMedia.self, from: text) }
}

private func readID3(_ bytes: [UInt8]) {
    guard let tag = ID3Tag(bytes) else { return }
    precondition(tag.frames.count <= 256 && tag.length >= 10)
    for frame in tag.frames { precondition(!frame.description.isEmpty) }
/// A programme of ten minutes with a pre-roll and a break that is left at 300 s and resumed at 320 s.
private let nowPlayingTerms: [NowPlayingTerms] = {
    var pre = InterstitialEvent(id: "pre", placement: .time(.zero), content: .asset("pre.m3u8"))
    pre.cue = .pre
    pre.restrictions = .skip
    let pod = InterstitialEvent(id: "pod", placement: .time(.seconds(300)), content: .list("pod.json"))
    let events = [
        ResolvedInterstitial(pre, assetDurations: [.seconds(15)]),
        ResolvedInterstitial(pod, assetDurations: [.seconds(10), .seconds(10)]),
    ]
    let schedule = Schedule(PrimaryTimeline(duration: .seconds(600)), events)
    return ContentType.allCases.map { NowPlayingTerms(type: $0, schedule: schedule, creditsStart: .seconds(500)) }
}()

/// The first byte says in which pieces the rest arrives; the pieces must not matter.
private func readNowPlayingLog(_ bytes: [UInt8]) {
    guard let step = bytes.first.map({ Int($0) + 1 }) else { return }
    let text = Array(bytes.dropFirst())
    for terms in nowPlayingTerms {
        func verdict(_ step: Int) -> LogVerdict {
            var checker = LogChecker(terms)
            var reader = LogReader()
            var rest = text[...]
            while !rest.isEmpty {
                reader.take(Array(rest.prefix(step))) { checker.take($0) }
                rest = rest.dropFirst(step)
            }
            reader.finish { checker.take($0) }
            return checker.finish()
        }
        precondition(verdict(step) == verdict(1 << 20))
    }
}

/// The first byte says where identifiers stand.
private func readAvailabilityFeed(_ bytes: [UInt8]) {
    let places = [nil, "id", "item/@id"].map { $0.flatMap(IdentifierFeed.Place.init) }
    let place = places[Int(bytes.first ?? 0) % places.count]
    if let feed = try? IdentifierFeed(name: "feed", bytes: Array(bytes.dropFirst()), place: place) {
        precondition(feed.count > 0)
    }
}

private func readTimedTag(_ bytes: [UInt8]) {
    let tag = TimedTag(bytes, timestamp: 1, timescale: 90_000)
    precondition(tag.frames.count <= 256 && tag.problems.count <= 9 && tag.size == bytes.count)
    _ = MetadataCue(tag, time: tag.time).summary
}

private func readEventMessages(_ bytes: [UInt8]) {
    var scan = EventMessageScan()
    var last = -1
    while let range = scan.wants {
        precondition(range.lowerBound > last)
        last = range.lowerBound
        scan.take(Array(bytes.dropFirst(range.lowerBound).prefix(range.count)), at: range.lowerBound)
    }
    precondition(scan.harvest.tags.count <= TimedTagHarvest.most)
    let cues = scan.harvest.tags.map { MetadataCue($0, time: $0.time) }
    let track = MetadataTrack(name: "fuzz", uri: "fuzz", role: .primary, cues: cues)
    _ = MetadataReview([track], schedule: nowPlayingTerms.first?.schedule).findings
}

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
