/// What the movie header says for all fragments of a track (`trex`, ISO 14496-12 section 8.8.3).
struct FragmentDefaults: Hashable {
    var track = 0
    var duration = 0
    var size = 0
    var flags = 0

    /// Reads a `trex` box.
    init?(_ box: ByteReader) {
        var box = box
        guard box.fullBox() != nil, let track = box.u32(), box.skip(4) != nil, let duration = box.u32(),
            let size = box.u32(), let flags = box.u32()
        else { return nil }
        (self.track, self.duration, self.size, self.flags) = (track, duration, size, flags)
    }
}

/// One track fragment: which track, and its samples (ISO 14496-12 section 8.8.6 and following).
struct TrackFragment {
    /// The track.
    private(set) var track = 0
    /// The samples listed, and where the first one is.
    private(set) var samples: [SampleTimes.Sample] = []
    /// Place of the first sample.
    private(set) var firstSample: (offset: Int, size: Int)?
    /// Decoding time of the first sample, where stated.
    private(set) var baseTime: Int?
    /// Whether every sample of the fragment was listed here.
    private(set) var isComplete = true
    /// Whether samples are described as encrypted.
    private(set) var hasSampleEncryption = false

    /// Decoding time behind the last sample.
    private(set) var nextTime = 0

    private struct Head {
        var base: Int
        var duration: Int
        var size: Int
        var flags: Int
    }

    /// Reads a `traf` box.
    ///
    /// - Parameters:
    ///   - defaults: What the movie header says, by track.
    ///   - fragmentOffset: Where the `moof` box is in the resource.
    ///   - expectedTime: Decoding time for a track whose fragments do not state one.
    init?(_ box: ByteReader, defaults: [Int: FragmentDefaults], fragmentOffset: Int, expectedTime: (Int) -> Int) {
        guard var header = box.first("tfhd"), let flags = header.fullBox()?.flags, let track = header.u32() else {
            return nil
        }
        self.track = track
        let common = defaults[track]
        var head = Head(
            base: fragmentOffset, duration: common?.duration ?? 0, size: common?.size ?? 0, flags: common?.flags ?? 0)
        if flags & 0x01 != 0 { head.base = header.u64() ?? fragmentOffset }
        if flags & 0x02 != 0 { header.skip(4) }
        if flags & 0x08 != 0 { head.duration = header.u32() ?? head.duration }
        if flags & 0x10 != 0 { head.size = header.u32() ?? head.size }
        if flags & 0x20 != 0 { head.flags = header.u32() ?? head.flags }
        if var time = box.first("tfdt"), let version = time.fullBox()?.version {
            baseTime = version == 1 ? time.u64() : time.u32()
        }
        nextTime = baseTime ?? expectedTime(track)
        for inner in box.boxes {
            if inner.type == "trun" { readRun(inner, head) }
            if inner.type == "senc" || inner.type == "saio" { hasSampleEncryption = true }
        }
    }

    private mutating func readRun(_ box: Box, _ head: Head) {
        var content = box.content
        guard let (_, flags) = content.fullBox(), let count = content.u32() else { return isComplete = false }
        var offset = 0
        if flags & 0x01 != 0 { offset = content.i32() ?? 0 }
        var firstFlags: Int?
        if flags & 0x04 != 0 { firstFlags = content.u32() }
        // A run whose samples take no bytes would go on for ever.
        let perSample =
            (flags & 0x100 != 0 ? 4 : 0) + (flags & 0x200 != 0 ? 4 : 0) + (flags & 0x400 != 0 ? 4 : 0)
            + (flags & 0x800 != 0 ? 4 : 0)
        let listed = min(count, perSample == 0 ? SampleTimes.limit : content.count / perSample)
        if listed < count { isComplete = false }
        samples.reserveCapacity(min(samples.count + listed, SampleTimes.limit))
        for index in 0..<listed {
            guard samples.count < SampleTimes.limit else { return isComplete = false }
            let duration = flags & 0x100 != 0 ? content.u32() : head.duration
            let size = flags & 0x200 != 0 ? content.u32() : head.size
            let own = flags & 0x400 != 0 ? content.u32() : nil
            let shift = flags & 0x800 != 0 ? content.i32() : 0
            guard let duration, let size, let shift else { return isComplete = false }
            let sampleFlags = own ?? (index == 0 ? firstFlags ?? head.flags : head.flags)
            if firstSample == nil {
                let (place, overflow) = head.base.addingReportingOverflow(offset)
                if !overflow, place >= 0 { firstSample = (place, size) }
            }
            let (next, overflow) = nextTime.addingReportingOverflow(duration)
            guard !overflow else { return isComplete = false }
            samples.append(
                .init(
                    decoding: nextTime, presentation: nextTime &+ shift, duration: duration,
                    isSync: sampleFlags & 0x1_0000 == 0))
            nextTime = next
        }
    }
}

/// A segment index (`sidx`, ISO 14496-12 section 8.16.3): how long the media behind it is.
struct SegmentIndex: Hashable {
    /// The track it is about.
    let track: Int
    /// Length of everything it lists, in ticks.
    let length: Int
    /// Ticks a second.
    let timescale: Int

    /// Reads the box; `nil` when not all of it is here.
    init?(_ box: ByteReader) {
        var box = box
        guard let version = box.fullBox()?.version, let track = box.u32(), let timescale = box.u32(),
            box.skip(version == 0 ? 8 : 16) != nil, box.skip(2) != nil, let count = box.u16()
        else { return nil }
        var length = 0
        for _ in 0..<count {
            guard box.skip(4) != nil, let duration = box.u32(), box.skip(4) != nil else { return nil }
            length = length.addingReportingOverflow(duration).partialValue
        }
        self.track = track
        self.timescale = timescale
        self.length = length
    }
}
