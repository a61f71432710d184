import TransitionRisk

/// How text is dressed for the place it goes to.
package struct TerminalStyle: Sendable, Hashable {
    /// Whether ANSI colours may be used.
    package var colour: Bool

    /// Chooses a style.
    package init(colour: Bool) { self.colour = colour }

    func bold(_ text: String) -> String { colour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func dim(_ text: String) -> String { colour ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

    /// Colours a text by band; shape and words carry the meaning where there is no colour.
    func paint(_ text: String, _ band: Band) -> String {
        guard colour else { return text }
        let code =
            switch band {
            case .none: "32"
            case .low: "36"
            case .medium: "33"
            case .high: "31"
            case .severe: "1;31"
            case .blocking: "1;35"
            case .unknown: "1;33"
            case .notApplicable: "2"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

extension Band {
    /// One character that tells the band by shape.
    package var symbol: String {
        switch self {
        case .none: "·"
        case .low: "○"
        case .medium: "◐"
        case .high: "●"
        case .severe: "▲"
        case .blocking: "✕"
        case .unknown: "?"
        case .notApplicable: "–"
        }
    }
}

extension String {
    /// The text without anything that could steer a terminal: control characters, line and paragraph separators and
    /// bidirectional overrides become `�`.
    package var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }

    /// The text cut to at most this many characters, with `…` where something was left out.
    func shortened(to width: Int) -> String { count > width ? String(prefix(max(0, width - 1))) + "…" : self }

    /// The text cut to at most this many characters in its middle: the ends of names such as `…/enter` tell them apart.
    func shortenedInside(to width: Int) -> String {
        guard count > width, width > 10 else { return shortened(to: width) }
        return String(prefix(width - 9)) + "…" + String(suffix(8))
    }

    /// The text cut to a width and filled up with spaces.
    func column(_ width: Int, alignRight: Bool = false) -> String {
        let text = shortened(to: width)
        let fill = String(repeating: " ", count: width - text.count)
        return alignRight ? fill + text : text + fill
    }
}

/// Breaks a text into lines of at most this width, at spaces where there are any.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for var word in text.split(separator: " ") {
        while word.count > width {
            lines += line.isEmpty ? [] : [line]
            line = ""
            lines.append(String(word.prefix(width)))
            word = word.dropFirst(width)
        }
        if !line.isEmpty, line.count + 1 + word.count > width {
            lines.append(line)
            line = ""
        }
        line += line.isEmpty ? String(word) : " " + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
}

/// Milliseconds as people say them, to two figures: `0.4 s`, `4.7 s`, `80 ms`.
func spokenDelay(_ milliseconds: Double) -> String {
    if milliseconds < 1 { return "0 ms" }
    if milliseconds < 100 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds < 10_000 {
        let tenths = Int((milliseconds / 100).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
    return "\(Int((milliseconds / 1000).rounded())) s"
}
