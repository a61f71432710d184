package import DeviceMatrix
package import TransitionRisk

/// How a cell's outcome stands to what was expected of it.
package enum Standing: String, Sendable, Hashable, Codable, CaseIterable {
    /// Good, and nothing else was expected.
    case expected
    /// Bad, and known to be.
    case known
    /// One of those that are known to happen now and then.
    case intermittent
    /// Better than expected.
    case better
    /// Worse than expected: turns a run red.
    case worse
    /// It could not be checked, and that was not expected.
    case unchecked
}

/// What is expected of the cells of a run, and how outcomes stand to it.
///
/// Of several expectations that cover a cell the one with the most conditions counts, of equally many the one that comes
/// last, by file name and line. Where none does, a cell is expected to pass, or not to be reached by AirPlay video.
package struct ExpectationBook: Sendable {
    /// A cell as conditions see it.
    package struct Subject: Sendable {
        let receiver: RunReceiver
        let place: TransitionPlace

        /// A cell of a run.
        package init(receiver: RunReceiver, place: TransitionPlace) {
            self.receiver = receiver
            self.place = place
        }
    }

    /// The expectations, in the order of file names and lines.
    package let expectations: [Expectation]
    /// The lowest band that is too bad.
    package let limit: Band
    private let byWeight: [Int]

    /// A book of these expectations.
    package init(_ expectations: [Expectation], limit: Band) {
        self.expectations = expectations
        self.limit = limit
        byWeight = expectations.indices.sorted { a, b in
            (expectations[a].when.named.count, a) > (expectations[b].when.named.count, b)
        }
    }

    /// The place in ``expectations`` of the one that counts for a cell; `nil` where none covers it.
    package func covering(_ subject: Subject) -> Int? {
        byWeight.first { expectations[$0].when.cover(subject) }
    }

    /// Whether an expectation covers a cell, be it that another one counts.
    func covers(_ subject: Subject, _ index: Int) -> Bool { expectations[index].when.cover(subject) }

    /// How a cell stands.
    package func standing(
        _ outcome: CellOutcome, _ band: Band?, expectation index: Int?
    ) -> Standing {
        let expectation = index.map { expectations[$0] }
        let ending = ending(outcome, band)
        if let expectation, expectation.sometimes.contains(ending) { return .intermittent }
        if let expectation, expectation.sometimes.contains(.pass), outcome == .pass { return .intermittent }
        switch outcome {
        case .unknown, .timedOut, .error, .notRun: return expectation?.expect == ending ? .known : .unchecked
        case .unsupported:
            // "The break is severe" says nothing of receivers that no video reaches; "this passes" does.
            guard let expectation, expectation.expect.isGood(limit: limit) else { return .expected }
            return .worse
        case .pass, .worseBand, .blocking: break
        }
        guard let band, let expected = expectation?.expect, let ceiling = Band(expected) else {
            // Nothing, `pass`, or something off the scale was expected.
            if outcome != .pass { return .worse }
            return expectation.map { [.unknown, .timedOut, .error, .notRun].contains($0.expect) } == true
                ? .better : .expected
        }
        if band > ceiling { return .worse }
        if band < ceiling, ceiling >= limit { return .better }
        return outcome == .pass ? .expected : .known
    }

    private func ending(_ outcome: CellOutcome, _ band: Band?) -> Expectation.Ending {
        switch outcome {
        case .pass, .worseBand: band.flatMap { Expectation.Ending(rawValue: $0.rawValue) } ?? .pass
        case .blocking: .blocking
        case .unknown: .unknown
        case .unsupported: .unsupported
        case .timedOut: .timedOut
        case .error: .error
        case .notRun: .notRun
        }
    }
}

extension Band {
    /// The point on the scale that an expectation names; `nil` for those off the scale and for `pass`.
    fileprivate init?(_ ending: Expectation.Ending) {
        switch ending {
        case .none: self = .none
        case .low: self = .low
        case .medium: self = .medium
        case .high: self = .high
        case .severe: self = .severe
        case .blocking: self = .blocking
        case .pass, .unknown, .unsupported, .timedOut, .error, .notRun: return nil
        }
    }
}

extension Expectation.Ending {
    /// Whether a cell that ends so passes.
    fileprivate func isGood(limit: Band) -> Bool { self == .pass || Band(self).map { $0 < limit } ?? false }
}

extension Expectation.Conditions {
    fileprivate func cover(_ subject: ExpectationBook.Subject) -> Bool {
        let (receiver, place) = (subject.receiver, subject.place)
        func holds(_ patterns: [Pattern], _ values: String?...) -> Bool {
            patterns.isEmpty
                || values.contains { value in value.map { text in patterns.contains { $0.matches(text) } } ?? false }
        }
        return holds(receiverClass, receiver.receiverClass.rawValue) && holds(tier, receiver.tier.rawValue)
            && holds(self.receiver, receiver.id) && holds(model, receiver.model) && holds(firmware, receiver.firmware)
            && holds(primary, place.name.primary) && holds(event, place.name.event)
            && holds(position, place.name.position) && holds(asset, place.from, place.to)
    }
}
