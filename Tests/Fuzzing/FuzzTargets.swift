import AirPlayReceivers
import Foundation
import HLSPlaylists
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

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
