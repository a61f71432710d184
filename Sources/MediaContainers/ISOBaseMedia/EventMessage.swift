package import MediaFormats

/// An event message box (`emsg`, ISO 23009-1 section 5.10.3.3).
package enum EventMessage {
    /// The scheme under which ID3 tags travel (Carriage of ID3 Timed Metadata in CMAF).
    package static let id3Scheme = "https://aomedia.org/emsg/ID3"

    /// Reads a box's content.
    ///
    /// - Parameter segmentStart: Earliest presentation time of the segment, to which version 0 is relative.
    /// - Returns: `nil` when it ends before its message.
    package static func read(_ content: ByteReader, segmentStart: Duration?) -> TimedMetadataCue? {
        var box = content
        guard let version = box.fullBox()?.version else { return nil }
        var cue = TimedMetadataCue(time: nil, scheme: "")
        if version == 0 {
            cue.scheme = box.textUntilZero()
            cue.value = box.textUntilZero()
            guard let timescale = box.u32(), let delta = box.u32(), let length = box.u32(), let number = box.u32()
            else {
                return nil
            }
            cue.time = Duration(ticks: delta, timescale: timescale).flatMap { after in segmentStart.map { $0 + after } }
            setLength(length, timescale, &cue)
            cue.identifier = number
        } else if version == 1 {
            guard let timescale = box.u32(), let time = box.u64(), let length = box.u32(), let number = box.u32() else {
                return nil
            }
            cue.time = Duration(ticks: time, timescale: timescale)
            setLength(length, timescale, &cue)
            cue.identifier = number
            cue.scheme = box.textUntilZero()
            cue.value = box.textUntilZero()
        } else {
            return nil
        }
        if cue.value == "" { cue.value = nil }
        if let tag = ID3Tag(box.rest) {
            cue.summary = tag.frames.map(\.description)
        } else if box.count > 0 {
            cue.summary = ["\(box.count) bytes"]
        }
        return cue
    }

    /// A length with all bits set is not known.
    private static func setLength(_ length: Int, _ timescale: Int, _ cue: inout TimedMetadataCue) {
        if length != 0xFFFF_FFFF { cue.duration = Duration(ticks: length, timescale: timescale) }
    }
}
