import AirPlayReceivers
import Foundation
import HLSPlaylists
import MediaContainers
import MediaFormats

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
}

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
