/// Maps dates to times of the primary and back (rfc8216bis 4.4.4.6, 6.2.1, 6.3.3).
///
/// Each segment covers the dates from its own, counted from the last EXT-X-PROGRAM-DATE-TIME before it in the file, for
/// the length of its EXTINF; segments before the first date are counted back. Where segments overlap, a date belongs to
/// the later one.
public struct DateMapping: Sendable, Hashable {
    /// Where a date falls.
    public enum Place: Sendable, Hashable {
        /// At a time of the primary; negative before its start, beyond its end after it.
        case time(Duration)
        /// In a hole between two stated dates: nothing can be placed there.
        case gap
    }

    /// Segments in a row whose dates follow from one statement.
    struct Span: Sendable, Hashable {
        var startTime: Duration
        var endTime: Duration
        var startDate: ProgramDate
        var endDate: ProgramDate { startDate + (endTime - startTime) }
    }

    /// In the order of the playlist.
    let spans: [Span]
    /// Positions in ``spans``, by start date.
    private let byDate: [Int]
    /// For each place in ``byDate``, the latest end among it and those before it.
    private let latestEnd: [ProgramDate]

    /// The mapping of a playlist; `nil` when no segment states a date.
    ///
    /// - Parameter start: Time of the first listed segment on the primary timeline: zero for a VOD, a base that
    ///   survives reloads for a live playlist.
    public init?(_ playlist: MediaPlaylist, start: Duration = .zero) {
        let segments = playlist.segments
        guard segments.hasProgramDate else { return nil }
        var spans: [Span] = []
        var time = start
        for index in segments.indices {
            if let date = segments.programDate(at: index) {
                if let last = spans.last, last.endDate == date {
                    // The statement repeats what follows anyway.
                } else if spans.isEmpty {
                    spans.append(
                        Span(
                            startTime: start, endTime: time,
                            startDate: ProgramDate(sinceEpoch: date.sinceEpoch - (time - start))))
                } else {
                    spans.append(Span(startTime: time, endTime: time, startDate: date))
                }
            }
            time += segments.duration(at: index)
            if !spans.isEmpty { spans[spans.count - 1].endTime = time }
        }
        self.spans = spans
        let byDate = spans.indices.sorted {
            (spans[$0].startDate, $0) < (spans[$1].startDate, $1)
        }
        self.byDate = byDate
        var latest = spans[0].startDate
        latestEnd = byDate.map { index in
            latest = max(latest, spans[index].endDate)
            return latest
        }
    }

    /// Where a date falls.
    public func place(of date: ProgramDate) -> Place {
        var low = 0
        var high = byDate.count
        while low < high {
            let middle = (low + high) / 2
            if spans[byDate[middle]].startDate <= date { low = middle + 1 } else { high = middle }
        }
        var best: Int?
        while low > 0, latestEnd[low - 1] > date {
            low -= 1
            let index = byDate[low]
            if date < spans[index].endDate { best = max(best ?? index, index) }
        }
        if let best { return .time(spans[best].startTime + (date - spans[best].startDate)) }
        let first = spans[0]
        if date < first.startDate { return .time(first.startTime - (first.startDate - date)) }
        let last = spans[spans.count - 1]
        if date >= last.endDate { return .time(last.endTime + (date - last.endDate)) }
        return .gap
    }

    /// The date at a time of the primary; before its start and after its end it is counted on.
    public func date(at time: Duration) -> ProgramDate {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].startTime <= time { low = middle + 1 } else { high = middle }
        }
        let span = spans[max(0, low - 1)]
        return span.startDate + (time - span.startTime)
    }
}
