package import MediaFormats

/// One operating parameter held against itself across a boundary.
package struct Difference: Sendable, Hashable {
    /// The three results of a comparison, and the case in which there is nothing to compare.
    package enum Outcome: String, Sendable, Hashable, Codable {
        /// Both sides are known and alike.
        case match
        /// Both sides are known and differ.
        case mismatch
        /// At least one side is not known. This is not a match.
        case unknown
        /// The parameter does not exist here, such as the bit depth of a lossy codec.
        case notApplicable = "not-applicable"
    }

    /// Which parameter.
    package var parameter: ParameterName
    /// The result.
    package var outcome: Outcome
    /// The value that ends, for a reader; `nil` when unknown.
    package var from: String?
    /// The value that begins, for a reader; `nil` when unknown.
    package var to: String?
    /// Where the ending value was read.
    package var fromProvenance: Provenance?
    /// Where the beginning value was read.
    package var toProvenance: Provenance?
}

/// The parameters of a variant that count for the comparison, field by field: what was measured, else what is declared.
package struct EffectiveParameters: Sendable, Hashable {
    /// The merged values.
    package var values: OperatingParameters
    /// Where each value was read.
    package var provenance: [ParameterName: Provenance]
    /// Timestamps of the media's start, if measured.
    package var timing: MediaTiming?
    /// Languages of the audio renditions that play along with this variant, sorted; empty when none is stated.
    package var audioLanguages: [String]

    /// Merged values with their places.
    package init(
        values: OperatingParameters, provenance: [ParameterName: Provenance], timing: MediaTiming? = nil,
        audioLanguages: [String] = []
    ) {
        self.values = values
        self.provenance = provenance
        self.timing = timing
        self.audioLanguages = audioLanguages
    }
}
