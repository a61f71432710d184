package import MediaFormats

/// Walks over the boxes of a fragmented file or segment and keeps its event messages; samples are passed over unread.
///
/// ```swift
/// var scan = EventMessageScan()
/// while let range = scan.wants { scan.take(read(range), at: range.lowerBound) }
/// scan.harvest.tags
/// ```
package struct EventMessageScan: Sendable {
    /// What was found so far.
    package private(set) var harvest = TimedTagHarvest()
    /// The next bytes to hand over, from a box's begin; `nil` at the end of the resource.
    package private(set) var wants: Range<Int>?
    /// What is wrong with the bytes, for the end of a sentence; `nil` when nothing is.
    package private(set) var problem: String?
    /// Ticks in a second of each track, by its number.
    private var timescales: [Int: Int] = [:]
    private var firstTrack: Int?
    /// Messages whose time counts from the begin of the fragment that comes next. Of each only what it states: readers would
    /// hold on to all bytes among which their messages stood.
    private var waiting: [(fields: Fields, index: Int)] = []
    private var boxes = 0
    /// Bytes that are asked for at once.
    private let step: Int

    /// Schemes under which ID3 tags travel.
    private static let tagSchemes: Set = [EventMessage.id3Scheme, "https://developer.apple.com/streaming/emsg-id3"]
    private static let longestBox = 16 << 20
    private static let mostBoxes = 1 << 20

    /// Begins a walk at the start of a resource.
    ///
    /// - Parameter step: How many bytes are asked for at once, at least the longest head of a box.
    package init(step: Int = 64 << 10) {
        self.step = max(step, BoxHead.longest)
        wants = 0..<self.step
    }

    /// Begins with another resource that belongs to the same initialization section: what tracks are is kept.
    package mutating func restart() {
        harvest = TimedTagHarvest()
        wants = 0..<step
        problem = nil
        waiting = []
        boxes = 0
    }

    /// Reads bytes that stand at an offset. Fewer than were wanted mean that the resource ends there.
    package mutating func take(_ bytes: [UInt8], at offset: Int) {
        guard let wanted = wants, wanted.lowerBound == offset else { return }
        harvest.bytesRead += bytes.count
        let isEnd = bytes.count < wanted.count
        wants = nil
        var position = 0
        while position < bytes.count {
            boxes += 1
            guard boxes <= Self.mostBoxes else { return stop("more than \(Self.mostBoxes) boxes") }
            guard let head = BoxHead(ByteReader(bytes, from: position, to: bytes.count)) else {
                // Only a head that is cut short is whole with more bytes; one that cannot be stays so.
                if !isEnd, bytes.count - position < BoxHead.longest { return ask(offset, position, step) }
                return stop("bytes at \(offset + position) that are no box")
            }
            guard let size = head.size else { return finish() }
            let (end, overflow) = position.addingReportingOverflow(size)
            guard !overflow else { return stop("a '\(head.type)' box whose size cannot be") }
            let isOfInterest = ["moov", "moof", "emsg", "sidx"].contains(head.type)
            if isOfInterest, end > bytes.count {
                guard !isEnd, size <= Self.longestBox else {
                    if head.type == "emsg" {
                        keep(
                            damaged: "it states \(size) bytes, \(bytes.count - position) are left",
                            ByteReader(bytes, from: position, to: bytes.count))
                    }
                    return stop("a '\(head.type)' box that is cut short")
                }
                return ask(offset, position, max(step, size))
            }
            if isOfInterest {
                read(head.type, ByteReader(bytes, from: position + head.length, to: end))
            } else if end > bytes.count {
                if isEnd { return stop("a '\(head.type)' box that is cut short") }
                return ask(offset, end, step, behind: head.type)
            }
            position = end
        }
        isEnd ? finish() : ask(offset, position, step)
    }

    /// Asks for bytes so far behind an offset. Where they would reach beyond what can be counted, a size is a lie.
    private mutating func ask(_ offset: Int, _ distance: Int, _ length: Int, behind type: FourCC? = nil) {
        let (start, isBeyond) = offset.addingReportingOverflow(distance)
        let (end, reachesBeyond) = start.addingReportingOverflow(length)
        if isBeyond || reachesBeyond {
            return stop("a \(type.map { "'\($0)' " } ?? "")box whose size cannot be")
        }
        wants = start..<end
    }

    private mutating func stop(_ text: String) {
        problem = text
        harvest.isComplete = false
        finish()
    }

    private mutating func finish() { placeWaiting() }

    private mutating func read(_ type: FourCC, _ content: ByteReader) {
        switch type {
        case "moov": readTracks(content)
        case "emsg": readMessage(content)
        case "moof": readFragment(content)
        default: readIndex(content)
        }
    }

    private mutating func readTracks(_ movie: ByteReader) {
        for track in movie.boxes where track.type == "trak" {
            guard var header = track.content.first("tkhd"), let version = header.fullBox()?.version,
                header.skip(version == 1 ? 16 : 8) != nil, let number = header.u32(),
                var media = track.content.descend("mdia", "mdhd"), let mediaVersion = media.fullBox()?.version,
                media.skip(mediaVersion == 1 ? 16 : 8) != nil, let scale = media.u32(), scale > 0,
                timescales.count < 64
            else { continue }
            timescales[number] = scale
            firstTrack = firstTrack ?? number
        }
    }

    private mutating func readIndex(_ index: ByteReader) {
        var box = index
        guard harvest.start == nil, let version = box.fullBox()?.version, box.u32() != nil, let scale = box.u32(),
            scale > 0, let earliest = version == 0 ? box.u32() : box.u64()
        else { return }
        harvest.timescale = scale
        harvest.start = earliest
        placeWaiting()
    }

    private mutating func readFragment(_ fragment: ByteReader) {
        for part in fragment.boxes where part.type == "traf" {
            guard var header = part.content.first("tfhd"), header.fullBox() != nil, let number = header.u32(),
                let scale = timescales[number] ?? (timescales.isEmpty ? 90_000 : nil),
                var time = part.content.first("tfdt"), let version = time.fullBox()?.version,
                let begin = version == 1 ? time.u64() : time.u32()
            else { continue }
            if harvest.start == nil || firstTrack == number && harvest.tags.isEmpty && waiting.isEmpty {
                harvest.timescale = scale
                harvest.start = harvest.start ?? begin
            }
            placeWaiting(at: Duration(ticks: begin, per: scale))
            return
        }
        placeWaiting()
    }

    private mutating func readMessage(_ content: ByteReader) {
        guard harvest.tags.count < TimedTagHarvest.most else {
            harvest.isComplete = false
            return
        }
        var box = content
        guard let version = box.fullBox()?.version else { return keep(damaged: "it is cut short", content) }
        guard version < 2 else { return keep(damaged: "its version is \(version), which is not defined", content) }
        let fields: Fields
        do throws(FieldError) { fields = try Fields(&box, version) } catch {
            return keep(damaged: error.rawValue, content)
        }
        var tag = TimedTag(
            Array(box.rest), timestamp: version == 1 ? fields.time : nil, timescale: fields.timescale,
            duration: fields.duration == 0xFFFF_FFFF ? nil : fields.duration,
            isID3: Self.tagSchemes.contains(fields.scheme))
        tag.scheme = fields.scheme
        tag.value = fields.value.isEmpty ? nil : fields.value
        tag.number = fields.number
        if SpliceInformation.isCarried(by: fields.scheme) { tag.readSplice(Array(box.rest)) }
        if version == 0 { waiting.append((fields, harvest.tags.count)) }
        harvest.tags.append(tag)
    }

    /// Gives messages of version 0 their time: so far after the begin of the segment.
    private mutating func placeWaiting(at stated: Duration? = nil) {
        defer { waiting = [] }
        for (fields, index) in waiting {
            guard let begin = stated ?? harvest.startTime, harvest.tags.indices.contains(index),
                let after = Duration(ticks: fields.time, per: fields.timescale)
            else { continue }
            let (seconds, attoseconds) = (begin + after).components
            let scale = Int64(fields.timescale)
            let ticks =
                Int128(seconds) * Int128(scale) + Int128(attoseconds) * Int128(scale) / 1_000_000_000_000_000_000
            harvest.tags[index].timestamp = Int(exactly: ticks)
        }
    }

    /// Keeps a message that cannot be read, so that its damage is told.
    private mutating func keep(damaged problem: String, _ content: ByteReader) {
        var tag = TimedTag(Array(content.rest), timestamp: nil, timescale: 1, isID3: false)
        tag.scheme = "emsg"
        tag.frames = []
        tag.problems = [problem]
        harvest.tags.append(tag)
        self.problem = self.problem ?? "an 'emsg' box: \(problem)"
    }
}

/// Why an event message cannot be read, as a clause.
private enum FieldError: String, Error {
    case cutShort = "it is cut short"
    case noTimescale = "its timescale is 0"
    case timeOutOfRange = "its time is out of range"
    case noTerminator = "its scheme or value does not end"
}

/// What an event message states before its message.
private struct Fields {
    var scheme = ""
    var value = ""
    var timescale = 1
    var time = 0
    var duration = 0
    var number = 0

    init(_ box: inout ByteReader, _ version: Int) throws(FieldError) {
        if version == 0 { try texts(&box) }
        guard let timescale = box.u32() else { throw .cutShort }
        // Times beyond 63 bits are none.
        let isBeyond = version == 1 && (box[0] ?? 0) > 0x7F
        if isBeyond, box.count >= 8 { throw .timeOutOfRange }
        guard let time = version == 0 ? box.u32() : box.u64(), let duration = box.u32(), let number = box.u32() else {
            throw .cutShort
        }
        guard timescale > 0 else { throw .noTimescale }
        guard Duration(ticks: time, per: timescale) != nil else { throw .timeOutOfRange }
        (self.timescale, self.time, self.duration, self.number) = (timescale, time, duration, number)
        if version == 1 { try texts(&box) }
    }

    private mutating func texts(_ box: inout ByteReader) throws(FieldError) {
        guard box.rest.contains(0) else { throw .noTerminator }
        scheme = box.textUntilZero()
        guard box.rest.contains(0) else { throw .noTerminator }
        value = box.textUntilZero()
    }
}
