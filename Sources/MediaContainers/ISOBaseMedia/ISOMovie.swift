import MediaFormats

/// Reads ISO base media: progressive files, fragmented files, and an init section with the start of its segment.
struct ISOMovie {
    private let window: MediaWindow
    private var tracks: [MovieTrack] = []
    private var facts: [TrackFacts] = []
    private var times: [SampleTimes] = []
    private var defaults: [Int: FragmentDefaults] = [:]
    private var movieTimescale = 0
    private var isFragmented = false
    private var fragments = 0
    private var samplesListed = true
    private var index: SegmentIndex?
    private var messages: [ByteReader] = []
    private var sawMovie = false
    private var wants: Range<Int>?
    private var problem: String?
    private var isTooLong = false
    private var isMovieCut = false
    private var cut: String?

    /// Tracks that are looked at.
    private static let trackLimit = 64
    /// The longest movie header that is read, and what is asked for of a fragment's.
    private static let movieLimit = 4 << 20
    private static let fragmentLimit = 256 << 10
    /// Samples of fragments that are looked at altogether.
    private var samplesLeft = 1 << 17

    private static let topLevel: [FourCC] = [
        "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "emsg", "prft", "pnot", "uuid",
    ]

    /// Whether bytes begin with a box of a file.
    static func recognises(_ head: ByteReader) -> Bool {
        BoxHead(head).map { topLevel.contains($0.type) } ?? false
    }

    /// Reads what the headers show.
    static func read(_ window: MediaWindow, into reading: inout HeaderReading) {
        var movie = ISOMovie(window: window)
        movie.walk()
        movie.finish(&reading)
    }

    private init(window: MediaWindow) { self.window = window }

    private mutating func walk() {
        var offset = 0
        for _ in 0..<1024 {
            guard !window.ends(at: offset) else { return }
            guard let head = BoxHead(window.reader(from: offset)) else {
                let rest = window.reader(from: offset)
                if rest.count >= 32 {
                    problem = "a box at byte \(offset) with a size that cannot be"
                } else if needsMore {
                    ask(offset, 4096)
                }
                return
            }
            let (end, overflow) = offset.addingReportingOverflow(head.size ?? Int.max - offset)
            // A box that reaches to the end of the file states no size that its head would have to fit into.
            guard !overflow, end - offset >= head.length else {
                return problem = "a '\(head.type)' box at byte \(offset) with a size that cannot be"
            }
            noteCut(head, at: offset, end: end)
            let content = window.reader(from: offset + head.length, to: end)
            let isWhole = end != .max && content.count >= end - offset - head.length
            guard read(head, content, at: offset, end: end, isWhole: isWhole) else { return }
            if end == .max { return }
            offset = end
        }
    }

    /// A file that was not fetched or written to its end still has its header in front, and looks whole to all who read only
    /// that; the size of its last box tells (ISO 14496-12 4.2.2).
    private mutating func noteCut(_ head: BoxHead, at offset: Int, end: Int) {
        guard cut == nil, end != .max, offset >= window.initializationLength, let size = window.totalSize, end > size
        else { return }
        cut = "its '\(head.type)' box at byte \(offset) reaches \(end - size) bytes beyond the end"
    }

    /// Whether what comes behind would decide something.
    private var needsMore: Bool { !sawMovie || isFragmented && fragments == 0 }

    private mutating func ask(_ offset: Int, _ length: Int) {
        guard wants == nil, length > 0 else { return }
        wants = offset..<(offset.addingReportingOverflow(length).overflow ? .max : offset + length)
    }

    /// Reads one box of the file; `false` ends the walk.
    private mutating func read(_ head: BoxHead, _ content: ByteReader, at offset: Int, end: Int, isWhole: Bool) -> Bool
    {
        switch head.type {
        case "moov" where !sawMovie:
            sawMovie = true
            if !isWhole, end - offset <= Self.movieLimit || end == .max { askForRest(content, offset, head, end) }
            readMovie(content)
            isMovieCut = !isWhole
            if !isWhole, wants == nil, tracks.isEmpty, !window.ends(at: offset + head.length + content.count) {
                isTooLong = true
                problem = "its movie header of \((end - offset) >> 20) MB is longer than what is read of headers"
            }
        case "moof":
            isFragmented = true
            fragments += 1
            if !isWhole, fragments == 1 {
                askForRest(content, offset, head, offset + min(end - offset, Self.fragmentLimit))
            }
            if !isWhole { samplesListed = false }
            readFragment(content, at: offset)
        case "sidx":
            if index == nil { index = SegmentIndex(content) }
        case "emsg":
            if messages.count < 256, isWhole { messages.append(content) }
        case "mdat":
            // Behind the samples of a file that has said everything, nothing is of interest.
            return !sawMovie || isFragmented || window.initializationLength > 0
        default: break
        }
        return true
    }

    private mutating func askForRest(_ content: ByteReader, _ offset: Int, _ head: BoxHead, _ end: Int) {
        let known = offset + head.length + content.count
        guard !window.ends(at: known) else { return problem = "a '\(head.type)' box that is cut short" }
        ask(known, min(end == .max ? Self.movieLimit : end - known, Self.movieLimit))
    }

    private mutating func readMovie(_ movie: ByteReader) {
        var gaplessDelay: Int?
        for box in movie.boxes {
            switch box.type {
            case "mvhd":
                var content = box.content
                guard let version = content.fullBox()?.version, content.skip(version == 1 ? 16 : 8) != nil else {
                    continue
                }
                movieTimescale = content.u32() ?? 0
            case "trak" where tracks.count < Self.trackLimit: addTrack(box.content)
            case "mvex":
                isFragmented = true
                for inner in box.content.boxes where inner.type == "trex" {
                    guard defaults.count < Self.trackLimit, let one = FragmentDefaults(inner.content) else { continue }
                    defaults[one.track] = one
                }
            case "udta": gaplessDelay = TrackUserData.gaplessDelay(box.content)
            default: continue
            }
        }
        guard let gaplessDelay, let sound = facts.firstIndex(where: { $0.audio != nil }),
            times[sound].samples.isEmpty == false
        else { return }
        if tracks[sound].edits.mediaTime == nil {
            facts[sound].timing.priming = Duration(ticks: gaplessDelay, timescale: tracks[sound].timescale)
        }
    }

    private mutating func addTrack(_ box: ByteReader) {
        let track = MovieTrack(box)
        var facts = TrackFacts(kind: track.kind, identifier: track.identifier)
        var times = SampleTimes()
        if let table = track.sampleTable {
            if let entries = table.first("stsd") { SampleEntryReader.read(entries, into: &facts) }
            SampleTable.read(table, into: &times)
            facts.timing.rollDistance = SampleGroups.rollDistance(table.boxes)
        }
        if let language = track.language {
            facts.set(\.language, language.tag, .audioLanguage, .box(language.box))
            for index in facts.subtitles.indices where facts.timing.kind == .subtitle {
                facts.subtitles[index].language = language.tag
            }
        }
        facts.set(\.rotation, track.rotation, .videoRotation, .box("tkhd"))
        facts.set(\.loudness, TrackUserData.loudness(track.userData), .audioLoudness, .box("ludt"))
        tracks.append(track)
        self.facts.append(facts)
        self.times.append(times)
    }

    private mutating func readFragment(_ content: ByteReader, at offset: Int) {
        for box in content.boxes where box.type == "traf" {
            guard samplesLeft > 0 else {
                samplesListed = false
                return
            }
            let fragment = TrackFragment(
                box.content, defaults: defaults, fragmentOffset: offset, expectedTime: { nextTime(ofTrack: $0) })
            guard let fragment, let position = tracks.firstIndex(where: { $0.identifier == fragment.track }) else {
                continue
            }
            samplesLeft -= fragment.samples.count + 1
            if !fragment.isComplete || !box.isComplete { samplesListed = false }
            if times[position].firstSample == nil { times[position].firstSample = fragment.firstSample }
            times[position].add(fragment.samples)
            if fragment.hasSampleEncryption { markEncrypted(position) }
            if facts[position].timing.rollDistance == nil {
                facts[position].timing.rollDistance = SampleGroups.rollDistance(box.content.boxes)
            }
        }
    }

    /// Decoding time behind the samples of a track that were read so far.
    private func nextTime(ofTrack identifier: Int) -> Int {
        tracks.firstIndex { $0.identifier == identifier }
            .flatMap { times[$0].samples.last }
            .map { $0.decoding.addingReportingOverflow($0.duration).partialValue } ?? 0
    }

    /// Samples with encryption information in a track that announces none are protected somehow.
    private mutating func markEncrypted(_ position: Int) {
        let unknown = ProtectionScheme(rawValue: "unknown")
        if facts[position].video?.protection == ProtectionScheme.none { facts[position].video?.protection = unknown }
        if facts[position].audio?.protection == ProtectionScheme.none { facts[position].audio?.protection = unknown }
    }
}

extension ISOMovie {
    /// Puts together what was read.
    private mutating func finish(_ reading: inout HeaderReading) {
        reading.container = isFragmented ? .fragmentedMP4 : .mp4
        reading.evidence = isFragmented ? "mvex" : "moov"
        reading.trackList = "moov"
        reading.listsAllTracks = sawMovie && !tracks.isEmpty && !isMovieCut
        reading.wants = wants
        reading.isTooLong = isTooLong
        reading.cut = cut
        reading.problem = problem ?? (sawMovie || wants != nil ? nil : "no 'moov' box")
        // Every sample of a fragmented resource is listed when all of its fragments are here.
        let hasAllFragments = isFragmented && fragments > 0 && samplesListed && sawAllBoxes
        for position in facts.indices {
            if hasAllFragments, !times[position].samples.isEmpty, times[position].samples.count < SampleTimes.limit {
                times[position].listsAll = true
                times[position].lengthOfAll = times[position].samples.reduce(0) { $0 &+ $1.duration }
            }
            times[position].apply(
                to: &facts[position], track: tracks[position], movieTimescale: movieTimescale,
                field: isFragmented ? "trun" : "stts")
            readFirstSample(position)
        }
        reading.tracks = facts
        let start = facts.compactMap { $0.timing.start }.min()
        reading.cues = messages.compactMap { EventMessage.read($0, segmentStart: start) }
        reading.duration = duration
    }

    /// Whether the boxes that were walked over are all there are.
    private var sawAllBoxes: Bool {
        guard let size = window.totalSize else { return false }
        var offset = 0
        for _ in 0..<1024 {
            guard offset < size else { return true }
            guard let head = BoxHead(window.reader(from: offset)) else { return false }
            guard let length = head.size else { return true }
            let (end, overflow) = offset.addingReportingOverflow(length)
            guard !overflow else { return false }
            offset = end
        }
        return false
    }

    /// From the first to the last sample of all tracks, and of a file that is no fragment from its time zero on: what an
    /// empty edit delays is waited for. Else what a segment index states.
    private var duration: Duration? {
        if let (start, end) = facts.extent { return end - (isFragmented ? start : min(.zero, start)) }
        return index.flatMap { Duration(ticks: $0.length, timescale: $0.timescale) }
    }

    /// Looks into the first sample for what no header repeats.
    private mutating func readFirstSample(_ position: Int) {
        guard let place = times[position].firstSample else { return }
        let (end, overflow) = place.offset.addingReportingOverflow(min(place.size, 64 << 10))
        guard !overflow else { return }
        let sample = window.reader(from: place.offset, to: end)
        facts[position].readFirstSample(sample)
    }
}
