/// A hint to load something at a random moment of a range, so that not all clients ask at once: a date range of class
/// `com.apple.hls.preload` (rfc8216bis appendix F).
public struct PreloadRange: Sendable, Hashable {
    /// The class of date ranges that are preload hints, compared byte by byte.
    public static let rangeClass = "com.apple.hls.preload"

    /// ID.
    public var id: String
    /// What to load (X-URI).
    public var uri: String
    /// ID of the date range that will need it (X-TARGET-ID).
    public var targetID: String
    /// Class of that date range (X-TARGET-CLASS); nothing is loaded for another class.
    public var targetClass: String
    /// When loading may begin.
    public var start: ProgramDate
    /// When it must have begun.
    public var end: ProgramDate

    /// The hints of a playlist, and what was found about illegal ones. A complete playlist has none: they are for live
    /// sessions.
    public static func ranges(
        in playlist: MediaPlaylist, base: AssetReference? = nil
    ) -> (ranges: [PreloadRange], diagnostics: [Diagnostic]) {
        var log = DiagnosticLog(uri: base?.description)
        guard !playlist.hasEndList else { return ([], []) }
        let targets = Dictionary(playlist.dateRanges.map { ($0.id, $0) }) { first, _ in first }
        let ranges = playlist.dateRanges.compactMap { range -> PreloadRange? in
            guard range.rangeClass == Self.rangeClass, let preload = PreloadRange(range, &log) else { return nil }
            if let target = targets[preload.targetID], target.rangeClass != preload.targetClass {
                log.add(
                    .warning, "preload-target-class",
                    "preload '\(preload.id)' is for class \(preload.targetClass), but '\(target.id)' has another; it is ignored",
                    line: range.line, clause: "F")
                return nil
            }
            return preload
        }
        return (ranges, log.entries)
    }

    private init?(_ range: DateRange, _ log: inout DiagnosticLog) {
        var reader = AttributeReader(
            tag: "preload '\(range.id)'", range.attributes, line: range.line, clause: "F", severity: .warning)
        let uri = reader.requiredString("X-URI")
        let target = reader.requiredString("X-TARGET-ID")
        let targetClass = reader.requiredString("X-TARGET-CLASS")
        if range.duration == nil, range.endDate == nil {
            reader.reject("preload-no-end", "has neither DURATION nor END-DATE; it is ignored")
        }
        if !range.cue.isEmpty || range.endsOnNext {
            reader.reject("preload-cue", "has CUE or END-ON-NEXT; it is ignored")
        }
        reader.report(to: &log)
        guard let uri, let target, let targetClass, let end = range.end, !reader.isIllegal else { return nil }
        self.id = range.id
        self.uri = uri
        targetID = target
        self.targetClass = targetClass
        start = range.startDate
        self.end = end
    }
}
