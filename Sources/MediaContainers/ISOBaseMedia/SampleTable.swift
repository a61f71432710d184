/// The sample table of a movie whose samples are all listed in its header (ISO 14496-12 section 8.6).
enum SampleTable {
    /// Reads times, key frames and the place of the first sample.
    static func read(_ table: ByteReader, into times: inout SampleTimes) {
        let boxes = Array(table.boxes)
        guard let durations = boxes.first("stts") else { return }
        let offsets = CompositionOffsets(boxes.first("ctts"))
        let keys = boxes.first("stss").map { SyncSamples($0) }
        readTimes(durations, offsets: offsets, keys: keys, into: &times)
        times.firstSample = firstSample(boxes)
    }

    private static func readTimes(
        _ box: ByteReader, offsets: CompositionOffsets, keys: SyncSamples?, into times: inout SampleTimes
    ) {
        var offsets = offsets
        var keys = keys
        var content = box
        guard content.fullBox() != nil, let entries = content.u32() else { return }
        var decoding = 0
        var number = 0
        for _ in 0..<entries {
            guard let count = content.u32(), let duration = content.u32() else { return }
            let listed = min(count, max(0, SampleTimes.limit - number))
            for _ in 0..<listed {
                number += 1
                let presentation = decoding &+ offsets.next()
                times.add(
                    .init(
                        decoding: decoding, presentation: presentation, duration: duration,
                        isSync: keys?.contains(number) ?? true))
                decoding &+= duration
            }
            let rest = count - listed
            times.count(duration, times: rest)
            let (span, tooLong) = duration.multipliedReportingOverflow(by: rest)
            let (end, overflow) = decoding.addingReportingOverflow(span)
            guard !tooLong, !overflow else { return }
            decoding = end
            if rest > 0 { number = number.addingReportingOverflow(rest).partialValue }
        }
        guard number > 0 else { return }
        times.listsAll = true
        times.lengthOfAll = decoding
    }

    /// Where the first sample of the track is and how long.
    private static func firstSample(_ boxes: [Box]) -> (offset: Int, size: Int)? {
        let short = boxes.first("stco")
        guard var chunks = short ?? boxes.first("co64"), chunks.fullBox() != nil, let count = chunks.u32(), count > 0,
            let offset = short == nil ? chunks.u64() : chunks.u32(), var sizes = boxes.first("stsz"),
            sizes.fullBox() != nil, let common = sizes.u32()
        else { return nil }
        guard common == 0 else { return (offset, common) }
        guard sizes.skip(4) != nil, let size = sizes.u32() else { return nil }
        return (offset, size)
    }
}

extension [Box] {
    /// What the first box of a type holds.
    fileprivate func first(_ type: FourCC) -> ByteReader? { first { $0.type == type }?.content }
}

/// Runs of composition offsets (`ctts`), taken one by one.
private struct CompositionOffsets {
    private var content: ByteReader?
    private var left = 0
    private var offset = 0

    init(_ content: ByteReader?) {
        guard var content, content.fullBox() != nil, content.skip(4) != nil else { return }
        self.content = content
    }

    /// The next offset. Version 0 is unsigned by the book, but writers put signed numbers into it.
    mutating func next() -> Int {
        while left == 0 {
            guard let count = content?.u32(), let value = content?.i32() else { return offset }
            left = count
            offset = value
        }
        left -= 1
        return offset
    }
}

/// Numbers of samples that can be decoded alone (`stss`), asked for in ascending order.
private struct SyncSamples {
    private var content: ByteReader
    private var current: Int?

    init(_ content: ByteReader) {
        self.content = content
        _ = self.content.skip(8)
        current = self.content.u32()
    }

    mutating func contains(_ number: Int) -> Bool {
        while let sample = current, sample < number { current = content.u32() }
        return current == number
    }
}
