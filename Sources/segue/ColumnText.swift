/// Text cut and padded by the columns it takes on a terminal.
enum ColumnText {
    /// The text without anything that steers the terminal, padded or cut (with `…`) to a width.
    static func fit(_ text: String, columns: Int) -> String {
        let safe = text.neutralised
        let width = safe.reduce(0) { $0 + self.columns(of: $1) }
        if width <= columns { return safe + String(repeating: " ", count: columns - width) }
        var (kept, used) = ("", 0)
        for character in safe {
            let next = self.columns(of: character)
            if used + next > columns - 1 { break }
            kept.append(character)
            used += next
        }
        return kept + "…" + String(repeating: " ", count: columns - 1 - used)
    }

    /// Two for East Asian wide characters and emoji, else one. A cluster has the width of its first scalar.
    private static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default: return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }

    /// The text in lines of at most so many columns, broken at spaces where there are any; what follows the first line
    /// begins four columns further in than the text does.
    static func folded(_ text: String, columns most: Int = 100) -> [String] {
        let safe = text.neutralised
        let indent = String(safe.prefix { $0 == " " })
        var lines: [String] = []
        var line = indent
        var used = indent.count
        var isEmpty = true
        func begin() {
            lines.append(line)
            line = indent + "    "
            used = line.count
            isEmpty = true
        }
        for word in safe.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
            let width = word.reduce(0) { $0 + columns(of: $1) }
            if !isEmpty {
                if used + 1 + width > most {
                    begin()
                } else {
                    line += " "
                    used += 1
                }
            }
            for character in word {
                let next = columns(of: character)
                if used + next > most { begin() }
                line.append(character)
                used += next
            }
            isEmpty = false
        }
        lines.append(line)
        return lines
    }
}
