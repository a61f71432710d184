import ArgumentParser

/// A length of work as given on the command line: `4m`, `90s`, `1.5m`; a bare number is minutes.
struct WorkTimeArgument: ExpressibleByArgument, CustomStringConvertible {
    /// The time, from 1 s to a day.
    let duration: Duration

    init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        let units: [(String, Double)] = [("s", 1), ("m", 60), ("h", 3600)]
        let unit = units.first { argument.hasSuffix($0.0) }
        guard let number = Double(argument.dropLast(unit == nil ? 0 : 1)), number.isFinite else { return nil }
        let seconds = number * (unit?.1 ?? 60)
        guard (1...86_400).contains(seconds) else { return nil }
        duration = .milliseconds(Int64(seconds * 1000))
    }

    var description: String {
        let seconds = duration.components.seconds
        return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }

    var defaultValueDescription: String { description }
}
