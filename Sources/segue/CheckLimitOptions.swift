import ArgumentParser
import DeviceMatrix
import Foundation
import HarnessReports
import TransitionRisk

/// What fails a check.
struct CheckLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Lowest severity that ends the check with code 1: low, medium, high, severe or blocking.",
            valueName: "severity"))
    var failOn: FailOnArgument = FailOnArgument(band: .high)

    @Option(
        help: ArgumentHelp(
            "Fail on the whole delay, floor included: a severity, or the most that 19 of 20 switches may take (1500ms, 4s).",
            valueName: "severity or duration"))
    var failOnTotal: TotalLimitArgument?

    @Option(
        help: ArgumentHelp(
            "Hold assets against a policy of the matrix (segue policy list) or a file; repeatable.",
            valueName: "name or file"))
    var policy: [String] = []

    @Option(
        help: ArgumentHelp(
            "The JSON of an earlier check: only findings that it does not have fail this one.", valueName: "file"))
    var baseline: String?

    func apply(to request: inout CheckRequest, matrix: DeviceMatrix) throws {
        request.failOn = failOn.band
        request.failOnTotal = failOnTotal?.limit
        request.policies = try policy.map { try Policy(argument: $0, matrix: matrix) }
    }

    /// The earlier check; `nil` when none is given.
    func readBaseline() throws(Failure) -> Baseline? {
        guard let baseline else { return nil }
        guard let data = FileManager.default.contents(atPath: baseline) else {
            throw Failure(message: "\(baseline): no such file, or not readable", code: 2)
        }
        do throws(BaselineError) {
            return try Baseline(data)
        } catch {
            throw Failure(message: "\(baseline): \(error)", code: 2)
        }
    }
}

/// The severity from which a finding fails a check.
struct FailOnArgument: ExpressibleByArgument, CustomStringConvertible {
    let band: Band

    init(band: Band) { self.band = band }

    init?(argument: String) {
        guard let band = Band(rawValue: argument), band.isJudged, band != .none else { return nil }
        self.band = band
    }

    var description: String { band.rawValue }

    static let allValueStrings = ["low", "medium", "high", "severe", "blocking"]
}

/// A limit on the whole delay: a severity or a duration.
struct TotalLimitArgument: ExpressibleByArgument {
    let limit: TotalLimit

    init?(argument: String) {
        if let severity = FailOnArgument(argument: argument), severity.band != .blocking {
            limit = .band(severity.band)
        } else {
            let scale = argument.hasSuffix("ms") ? 1.0 : argument.hasSuffix("s") ? 1000 : 1
            let digits =
                argument.hasSuffix("ms")
                ? argument.dropLast(2) : argument.hasSuffix("s") ? argument.dropLast() : argument[...]
            guard let number = Double(digits), number.isFinite, (0...600_000).contains(number * scale) else {
                return nil
            }
            limit = .milliseconds(number * scale)
        }
    }
}
