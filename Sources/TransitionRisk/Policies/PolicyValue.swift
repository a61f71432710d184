package import MediaFormats

/// A value that a policy holds a parameter against.
package enum PolicyValue: Sendable, Hashable {
    /// A word, compared without regard to letter case.
    case word(String)
    /// A number in the parameter's unit.
    case number(Double)
    /// A picture size; "at most" means that it fits inside.
    case size(Resolution)

    /// Whether two values are the same. Rates within a hundredth are: 29.97 stands for 30000/1001.
    package func matches(_ other: PolicyValue) -> Bool {
        switch (self, other) {
        case (.word(let a), .word(let b)): a.lowercased() == b.lowercased()
        case (.number(let a), .number(let b)): abs(a - b) < 0.01
        case (.size(let a), .size(let b)): a == b
        default: false
        }
    }

    /// Whether this value is not above the other one.
    package func isAtMost(_ other: PolicyValue) -> Bool {
        switch (self, other) {
        case (.number(let a), .number(let b)): a <= b + 0.005
        case (.size(let a), .size(let b)): a.fits(in: b)
        default: false
        }
    }
}

extension PolicyValue: CustomStringConvertible {
    /// The value as it is written in a policy.
    package var description: String {
        switch self {
        case .word(let word): word
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15
                ? "\(Int(number))" : "\((number * 1000).rounded() / 1000)"
        case .size(let size): "\(size)"
        }
    }
}
