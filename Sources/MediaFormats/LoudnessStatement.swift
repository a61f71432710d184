/// What a stream says about its own loudness (ISO 14496-12 section 12.2.7, ISO 23003-4).
public struct LoudnessStatement: Sendable, Hashable, Codable {
    /// What was measured together.
    public enum Scope: String, Sendable, Hashable, Codable {
        /// This track.
        case track
        /// The album that the track belongs to.
        case album
    }

    /// What was measured together.
    public var scope: Scope
    /// Loudness of the whole programme in LUFS, in steps of 0.25.
    public var program: Double?
    /// Loudness of the speech in LUFS, in steps of 0.25.
    public var anchor: Double?
    /// True peak in dBTP.
    public var truePeak: Double?
    /// Sample peak in dBFS.
    public var samplePeak: Double?

    /// Nothing stated.
    public init(scope: Scope) { self.scope = scope }
}

extension AudioParameters {
    /// Integrated loudness of the programme in LUFS (ITU-R BS.1770), as the track states it; `nil` where it does not.
    public var integratedLoudness: Double? { loudness?.lazy.filter { $0.scope == .track }.compactMap(\.program).first }
}
