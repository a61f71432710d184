import Foundation
package import TransitionRisk

/// One switch of an experiment with everything that was seen of it.
package struct MeasuredSwitch: Sendable, Hashable {
    /// What a switch was made for.
    package enum Purpose: String, Sendable, Hashable, Encodable {
        /// The first asset after a stop.
        case cold
        /// A pair without a difference.
        case floor
        /// A pair with one difference.
        case factor
    }

    /// 1 for the first command of the experiment; also in the address of its media.
    package var number: Int
    /// What it was made for.
    package var purpose: Purpose
    /// The asset before; `nil` for a cold start.
    package var from: String?
    /// The asset after.
    package var to: String
    /// What differs.
    package var changes: [ChangeID]
    /// Whether the receiver had played the second asset before in this experiment.
    package var playedBefore: Bool
    /// What came of it.
    package var outcome: SwitchOutcome
    /// From the command to the start of the second asset's time line; `nil` where none began.
    package var start: Double?
    /// How long was waited, in seconds.
    package var waited: Double
    /// The finest difference in ``start``, in seconds.
    package var resolution: Double
    /// The steps of the receiver's position, in seconds; `nil` where each answer had a place of its own.
    package var positionStep: Double?
    /// From the command to its answer.
    package var answered: Double
    /// From the command to the first time that the receiver called itself ready with something else than the first asset;
    /// `nil` where it never did. Receivers say so before they are.
    package var ready: Double?
    /// From the command to the first request for the second asset at the origin; `nil` where none came.
    package var firstRequest: Double?
    /// From the command to the first byte of its media that left the origin; `nil` where none did.
    package var firstMedia: Double?
    /// Requests for the second asset.
    package var requests: Int
    /// Events that the receiver told meanwhile, with seconds after the command.
    package var events: [Event]
    /// When the command was given, as an ISO 8601 time with milliseconds.
    package var measuredAt: String

    /// An event of the receiver.
    package struct Event: Sendable, Hashable {
        /// `loading`, `playing`, `paused`, `stopped`.
        package var state: String
        /// Seconds after the command.
        package var time: Double
    }
}

extension MeasuredSwitch {
    /// The switch as calibration reads it; `nil` where no time can be told.
    package func observation(
        on receiver: SwitchObservation.Receiver, circumstances: [Circumstance]
    ) -> SwitchObservation? {
        var observation = SwitchObservation(
            receiver: receiver, switchKind: .newPlayCommand, changes: changes, from: from, to: to, milliseconds: nil,
            resolutionMilliseconds: (resolution * 1000).toTenths, method: .protocol,
            temperature: purpose == .cold ? .cold : .warm, circumstances: circumstances, measuredAt: measuredAt)
        switch outcome {
        // A time line may begin a little before the command by the receiver's own rounding.
        case .started: observation.milliseconds = max(0, ((start ?? 0) * 1000).toTenths)
        case .neverStarted: observation.beyondMilliseconds = (waited * 1000).toTenths
        case .refused: observation.failed = true
        case .jumpedBack: return nil
        }
        return observation
    }
}

extension MeasuredSwitch: Encodable {
    private enum CodingKeys: String, CodingKey {
        case number, purpose, from, to, changes, playedBefore, outcome, remark, startMilliseconds, waitedMilliseconds
        case resolutionMilliseconds, positionStepMilliseconds, answeredMilliseconds, readyMilliseconds
        case firstRequestMilliseconds, firstMediaMilliseconds, requests, events, measuredAt
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        func put(_ seconds: Double?, _ key: CodingKeys) throws {
            try fields.encodeIfPresent(seconds.map { ($0 * 1000).toTenths }, forKey: key)
        }
        try fields.encode(number, forKey: .number)
        try fields.encode(purpose, forKey: .purpose)
        try fields.encodeIfPresent(from, forKey: .from)
        try fields.encode(to, forKey: .to)
        try fields.encode(changes.map(\.rawValue), forKey: .changes)
        try fields.encode(playedBefore, forKey: .playedBefore)
        try fields.encode(outcome.word, forKey: .outcome)
        try fields.encodeIfPresent(outcome.remark, forKey: .remark)
        try put(start, .startMilliseconds)
        try put(waited, .waitedMilliseconds)
        try put(resolution, .resolutionMilliseconds)
        try put(positionStep, .positionStepMilliseconds)
        try put(answered, .answeredMilliseconds)
        try put(ready, .readyMilliseconds)
        try put(firstRequest, .firstRequestMilliseconds)
        try put(firstMedia, .firstMediaMilliseconds)
        try fields.encode(requests, forKey: .requests)
        try fields.encode(
            events.map { EventDocument(state: $0.state, milliseconds: ($0.time * 1000).toTenths) }, forKey: .events)
        try fields.encode(measuredAt, forKey: .measuredAt)
    }

    private struct EventDocument: Encodable {
        let state: String
        let milliseconds: Double
    }
}

extension Double {
    /// Rounded to a tenth, so that a document shows no digits that nobody measured.
    var toTenths: Double { (self * 10).rounded() / 10 }
}
