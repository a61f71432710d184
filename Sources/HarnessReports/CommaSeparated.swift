/// Reads RFC 4180: commas, quotes doubled inside quotes, line ends of any kind, also inside quotes. Spreadsheets of countries
/// whose numbers have commas part the columns by semicolons, others by tabs.
enum CommaSeparated {
    /// A row with the line on which it begins.
    struct Row: Equatable {
        var line: Int
        var cells: [String]
    }

    /// What parts the columns: whatever the first line has most of.
    static func separator(of text: String) -> Unicode.Scalar {
        let head = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        var (best, most): (Unicode.Scalar, Int) = (",", 0)
        for candidate in [",", ";", "\t"] as [Unicode.Scalar] {
            let count = head.count { $0 == candidate }
            if count > most { (best, most) = (candidate, count) }
        }
        return best
    }

    /// All rows but empty ones.
    static func rows(_ text: String, separator: Unicode.Scalar = ",") -> [Row] {
        var rows: [Row] = []
        var row = Row(line: 1, cells: [])
        var cell = String.UnicodeScalarView()
        var (line, isQuoted, wasQuote) = (1, false, false)
        var previous: Unicode.Scalar?
        func endCell() {
            row.cells.append(String(cell))
            cell.removeAll()
        }
        func endRow() {
            endCell()
            if !row.cells.allSatisfy(\.isEmpty) { rows.append(row) }
            row = Row(line: line, cells: [])
        }
        // A byte order mark, which spreadsheet programs write, is no part of the first name.
        for scalar in text.unicodeScalars.drop(while: { $0 == "\u{FEFF}" }) {
            let isSecondHalf = scalar == "\n" && previous == "\r"
            previous = scalar
            if (scalar == "\n" || scalar == "\r") && !isSecondHalf { line += 1 }
            if isQuoted {
                if wasQuote {
                    wasQuote = false
                    if scalar == "\"" {
                        cell.append("\"")
                        continue
                    }
                    isQuoted = false
                } else if scalar == "\"" {
                    wasQuote = true
                    continue
                } else {
                    cell.append(scalar)
                    continue
                }
            }
            switch scalar {
            case "\"" where cell.isEmpty: isQuoted = true
            case separator: endCell()
            case "\r", "\n": if !isSecondHalf { endRow() }
            default: cell.append(scalar)
            }
        }
        endRow()
        return rows
    }
}
