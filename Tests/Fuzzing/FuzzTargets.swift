import AirPlayReceivers
import Foundation
import HLSPlaylists
import MediaContainers
import MediaFormats
import NowPlaying
import SuitePlanning

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
    case modelPattern = "model-pattern"
    case isoMedia = "iso-media"
    case transportStream = "transport-stream"
    case id3
    case nowPlayingLog = "now-playing-log"
    case availabilityFeed = "availability-feed"
    case timedTag = "timed-tag"
    case eventMessages = "event-messages"
    case planDocument = "plan-document"
    case resultTable = "result-table"
    case resultList = "result-list"

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
        case .modelPattern: readModelPattern(bytes)
        case .isoMedia: readHeaders(bytes, mark: Array("....ftyp".utf8).map { $0 == 0x2E ? 0 : $0 })
        case .transportStream: readHeaders(bytes, mark: [0x47])
        case .id3: readID3(bytes)
        case .nowPlayingLog: readNowPlayingLog(bytes)
        case .availabilityFeed: readAvailabilityFeed(bytes)
        case .timedTag: readTimedTag(bytes)
        case .eventMessages: readEventMessages(bytes)
        case .planDocument: readPlanDocument(bytes)
        case .resultTable: readResults(bytes, name: "filled.csv")
        case .resultList: readResults(bytes, name: "filled.yaml")
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
        precondition(KeyReading.all(of: service).count == record.keys.count)
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
    precondition(KeyReading.all(of: service).count <= 300)
}

/// The pattern ends with the first zero; the rest is the model.
private func readModelPattern(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard let pattern = try? ModelPattern(String(decoding: parts[0], as: UTF8.self)) else { return }
    _ = pattern.matches(String(decoding: (parts.count > 1 ? parts[1] : []).prefix(255), as: UTF8.self))
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
}

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

/// Inputs of the fuzzer are short: steps of 64 bytes lead beyond the first one.
private func readEventMessages(_ bytes: [UInt8]) {
    var scan = EventMessageScan(step: 64)
    var last = 0..<0
    while let range = scan.wants {
        // It goes on, but for a box that is asked for as a whole.
        precondition((last.lowerBound, last.upperBound) < (range.lowerBound, range.upperBound))
        last = range
        scan.take(Array(bytes.dropFirst(range.lowerBound).prefix(range.count)), at: range.lowerBound)
    }
    precondition(scan.harvest.tags.count <= TimedTagHarvest.most)
    let cues = scan.harvest.tags.map { MetadataCue($0, time: $0.time) }
    let track = MetadataTrack(name: "fuzz", uri: "fuzz", role: .primary, cues: cues)
    _ = MetadataReview([track], schedule: nowPlayingTerms.first?.schedule).findings
}

/// A plan that reads must be written in every form, and come back as it was.
private func readPlanDocument(_ bytes: [UInt8]) {
    guard let report = try? PlanReport(reading: Data(bytes)) else { return }
    guard let json = try? report.json(), let back = try? PlanReport(reading: Data(json.utf8)) else {
        fatalError("a plan that was read cannot be written and read again")
    }
    precondition(back.plan == report.plan)
    let style = TerminalStyle(colour: false)
    precondition(!report.text(style: style).isEmpty && !report.markdown().isEmpty)
    for entry in report.plan.cases { _ = report.explanation(of: entry, style: style) }
    // What is written for people to fill in reads as a table of the same cases, in which nothing is filled in.
    let table = report.csv()
    precondition(CommaSeparated.rows(table).allSatisfy { $0.cells.count == PlanReport.columns.count })
    if let results = try? StepResult.reading(Data(table.utf8), name: "plan.csv") { precondition(results.isEmpty) }
}

/// The plan that filled-in sheets are held against.
private let plan: SuitePlan? = {
    let step = #"{"id": "ad/enter", "action": "Watch.", "expected": "It changes.", "record": []}"#
    let document = """
        {"schema": "segue.plan/1", "tool": {"name": "segue", "version": "0"}, "costs": "c",
         "catalogue": {"presentations": 1, "visits": 1, "distinct": 1, "uses": []},
         "receivers": {"source": "models", "considered": 1, "lowerBound": 1, "isSmallest": true, "chosen": []},
         "facets": [], "pairs": [], "problems": [],
         "leftOut": {"cases": 0, "bands": {}, "untested": 0, "share": 0, "worst": []},
         "cases": [{"id": "a", "title": "t", "presentation": {"id": "p", "title": "p", "uri": "u"}, "breaks": ["ad"],
           "atSeconds": 1, "receiver": {"id": "r", "title": "r", "class": "mac", "tier": "high"}, "settings": [],
           "sender": {"id": "iphone", "title": "iPhone"}, "servicePlan": "A", "standsFor": 1, "band": "none", "risk": 0,
           "uncertainty": 1, "score": 0, "facets": [], "why": [], "preconditions": [], "steps": [\(step)]}]}
        """
    return (try? PlanReport(reading: Data(document.utf8)))?.plan
}()

private func readResults(_ bytes: [UInt8], name: String) {
    guard let plan else { fatalError("the plan of this target does not read") }
    do throws(PlanError) {
        let entries = try StepResult.reading(Data(bytes), name: name)
        let sheet = try plan.results(entries)
        precondition(sheet.results.count == entries.count && sheet.results.allSatisfy { $0.about != nil })
        _ = ResultsReport(tool: Tool(name: "fuzz", version: "0"), sheet: sheet).text()
    } catch {
        precondition(!error.description.isEmpty)
    }
}

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
