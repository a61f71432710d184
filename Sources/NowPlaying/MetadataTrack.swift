package import MediaFormats

/// One cue of timed metadata with its place.
package struct MetadataCue: Sendable, Hashable {
    /// The tag or message.
    package var tag: TimedTag
    /// Where it is on the timeline of its asset; `nil` when its stream states no time.
    package var time: Duration?
    /// The segment that carries it, as the playlist writes it; `nil` for a file.
    package var segment: String?

    /// Places a cue.
    package init(_ tag: TimedTag, time: Duration?, segment: String? = nil) {
        self.tag = tag
        self.time = time
        self.segment = segment
    }

    /// What tells kinds of cues apart that have a rhythm of their own: scheme, names of frames, and whose they are.
    var kind: String {
        ([tag.scheme, tag.value].compactMap(\.self)
            + tag.frames.map {
                [$0.id, $0.owner, $0.text == nil ? nil : $0.description].compactMap(\.self).joined(separator: ":")
            })
            .joined(separator: " ")
    }

    /// Its content in one line: `TIT2 Cue 3`, `PRIV com.example 4 bytes`.
    package var summary: String {
        guard !tag.frames.isEmpty else {
            return [tag.scheme, "\(tag.size) bytes"].compactMap(\.self).joined(separator: " ")
        }
        return tag.frames.map { frame in
            let words = [frame.owner, frame.mimeType, frame.fileName, frame.description].compactMap(\.self).filter {
                !$0.isEmpty
            }
            let text = frame.text.map { $0.joined(separator: " / ") }
            return ([frame.id] + words + [text, frame.size > 0 ? "\(frame.size) bytes" : nil].compactMap(\.self))
                .joined(separator: " ")
        }.joined(separator: "; ")
    }
}

/// What tells event messages apart (ISO 23009-1 5.10.3.3.4).
private struct RepeatedMessage: Hashable {
    var scheme: String
    var value: String?
    var number: Int
    var time: Duration?
}

/// All cues of one file, variant, rendition or interstitial asset.
package struct MetadataTrack: Sendable, Hashable {
    /// What the track belongs to.
    package enum Role: String, Sendable, Hashable, Codable {
        /// A file alone.
        case file
        /// The first variant of the primary.
        case primary
        /// Another variant or rendition of the primary.
        case rendition
        /// An asset of a break.
        case interstitial
    }

    /// The name for people.
    package var name: String
    /// Where it is, printable.
    package var uri: String
    /// What it belongs to.
    package var role: Role
    /// The cues by time; those without a time last.
    package private(set) var cues: [MetadataCue]
    /// Whether it is a rendition of sound.
    package var isSoundOnly = false
    /// Whether all of it was read.
    package var isComplete = true
    /// Bytes read.
    package var bytesRead = 0
    /// Stretches of which nothing is known, in order of time.
    package var unread: [Range<Duration>] = []

    /// Orders cues. Event messages that segments repeat, as they may, count once.
    package init(name: String, uri: String, role: Role, cues: [MetadataCue]) {
        self.name = name
        self.uri = uri
        self.role = role
        var seen: Set<RepeatedMessage> = []
        let unrepeated = cues.filter { cue in
            guard let scheme = cue.tag.scheme, let number = cue.tag.number else { return true }
            let message = RepeatedMessage(scheme: scheme, value: cue.tag.value, number: number, time: cue.time)
            return seen.insert(message).inserted
        }
        self.cues = unrepeated.enumerated().sorted {
            switch ($0.element.time, $1.element.time) {
            case (let a?, let b?): (a, $0.offset) < (b, $1.offset)
            case (nil, nil): $0.offset < $1.offset
            case (let a, _): a != nil
            }
        }.map(\.element)
    }

    /// Cues that have a time.
    var placed: [(time: Duration, cue: MetadataCue)] { cues.compactMap { cue in cue.time.map { ($0, cue) } } }

    /// The cues that have a time as they follow each other regularly: all in one row, or kind by kind where that leaves
    /// fewer irregular distances.
    var sequences: [[(time: Duration, cue: MetadataCue)]] {
        let kinds = kinds
        guard kinds.count > 1 else { return kinds }
        let apart = kinds.reduce(0) { $0 + Self.irregular($1.map(\.time)) }
        return apart < Self.irregular(placed.map(\.time)) ? kinds : [placed]
    }

    /// How many distances between times are not the usual one.
    private static func irregular(_ times: [Duration]) -> Int {
        guard let cadence = cadence(of: times) else { return max(0, times.count - 1) }
        return zip(times.dropFirst(), times).count { distance in
            let length = distance.0 - distance.1
            return length > .zero && (length - cadence).magnitude * 10 > cadence
        }
    }

    /// The same kind by kind: the kind that comes first is first.
    private var kinds: [[(time: Duration, cue: MetadataCue)]] {
        var order: [String: Int] = [:]
        var kinds: [[(time: Duration, cue: MetadataCue)]] = []
        for entry in placed {
            let kind = entry.cue.kind
            if let index = order[kind] {
                kinds[index].append(entry)
            } else {
                order[kind] = kinds.count
                kinds.append([entry])
            }
        }
        return kinds
    }

    /// Whether something between two times was not read.
    func lacks(_ from: Duration, _ to: Duration) -> Bool {
        unread.contains { $0.lowerBound <= to && from < $0.upperBound }
    }

    /// How far apart cues are where they come regularly: the middle distance, if more than half of all are that far
    /// apart within a tenth; `nil` when there is no such distance. Cues at the same time count once.
    static func cadence(of times: [Duration]) -> Duration? {
        guard times.count >= 4 else { return nil }
        let distances = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > .zero }
        guard distances.count >= 3 else { return nil }
        let middle = distances.sorted()[distances.count / 2]
        let near = distances.count { ($0 - middle).magnitude * 10 <= middle }
        return near * 2 > distances.count ? middle : nil
    }

    /// The times of the longest sequence among those that are regular.
    private var rhythm: (times: [Duration], cadence: Duration)? {
        sequences.map { $0.map(\.time) }.reduce(nil) { best, times in
            guard times.count > best?.times.count ?? 0, let cadence = Self.cadence(of: times) else { return best }
            return (times, cadence)
        }
    }

    /// How far apart the cues of the longest regular sequence are; `nil` when there is none.
    package var cadence: Duration? { rhythm?.cadence }

    /// Stretches without a cue of that sequence that are longer than one and a half times the cadence.
    package var gaps: [(from: Duration, to: Duration)] {
        guard let rhythm else { return [] }
        return zip(rhythm.times, rhythm.times.dropFirst()).filter {
            ($1 - $0) * 2 > rhythm.cadence * 3 && !lacks($0, $1)
        }
        .map { (from: $0, to: $1) }
    }
}
