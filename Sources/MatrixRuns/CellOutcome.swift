package import TransitionRisk

/// How one cell of a run ended. The cases are never merged, and never rewritten into one another.
package enum CellOutcome: Int, Sendable, Hashable, CaseIterable {
    /// Judged, in a band below the run's limit.
    case pass
    /// Judged, in a band at or above the limit.
    case worseBand
    /// The receiver cannot play one side, or fails more often than not.
    case blocking
    /// Not enough is known for a verdict.
    case unknown
    /// AirPlay video does not reach this receiver.
    case unsupported
    /// The asset did not answer in time.
    case timedOut
    /// The asset could not be read.
    case error
    /// The receiver was not there, or the run ended before.
    case notRun

    /// The word for it in files and reports.
    package var word: String {
        switch self {
        case .pass: "pass"
        case .worseBand: "worse-band"
        case .blocking: "blocking"
        case .unknown: "unknown"
        case .unsupported: "unsupported"
        case .timedOut: "timed-out"
        case .error: "error"
        case .notRun: "not-run"
        }
    }

    /// Whether there is a point on the scale of bands.
    package var isJudged: Bool { self == .pass || self == .worseBand || self == .blocking }

    /// Whether nothing can be said of the cell, neither good nor bad.
    package var isOpen: Bool { !isJudged && self != .unsupported }

    /// The outcome of a verdict.
    ///
    /// - Parameter limit: The lowest band that is too bad.
    package init(_ band: Band, limit: Band) {
        self =
            switch band {
            case .unknown: .unknown
            case .notApplicable: .unsupported
            case .blocking: .blocking
            default: band >= limit ? .worseBand : .pass
            }
    }
}

extension CellOutcome: Codable {
    /// Reads the word.
    package init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        guard let outcome = Self.allCases.first(where: { $0.word == word }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "'\(word)' is no outcome"))
        }
        self = outcome
    }

    /// Writes the word.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}
