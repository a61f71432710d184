import ArgumentParser

/// A length of time as given on the command line, such as `3s`, `500ms` or `1.5`.
struct TimeoutArgument: ExpressibleByArgument, CustomStringConvertible {
    /// The time, from 1 ms to an hour.
    let duration: Duration

    init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        var digits = argument[...]
        var unit = 1000.0
        if argument.hasSuffix("ms") {
            digits = argument.dropLast(2)
            unit = 1
        } else if argument.hasSuffix("s") {
            digits = argument.dropLast()
        }
        guard let number = Double(digits), number.isFinite, (1...3_600_000).contains(number * unit) else { return nil }
        duration = .milliseconds(Int(number * unit))
    }

    var description: String {
        let seconds = duration / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
    }

    var defaultValueDescription: String { description }
}
