/// Which playback sessions are active: one at a time, with picture in picture the one that fills the screen.
struct SessionRegister {
    private var active: [String] = []
    private var fullScreen: Set<String> = []
    private var known: Set<String> = []

    private static let most = 64

    /// Follows a line.
    ///
    /// - Returns: Whether the line is about the session that counts.
    mutating func take(_ entry: LogEntry, _ time: Duration, _ line: Int, _ log: inout FindingLog) -> Bool {
        guard let name = entry.session else { return true }
        if known.count < Self.most { known.insert(name) }
        if entry.isFullScreen == true, known.contains(name) { fullScreen.insert(name) }
        if entry.isFullScreen == false { fullScreen.remove(name) }
        switch entry.isActive {
        case true?:
            if !active.contains(name), active.count < Self.most { active.append(name) }
            tell(name, time, line, &log)
        case false?: active.removeAll { $0 == name }
        case nil: break
        }
        return active.isEmpty || counted == name
    }

    /// The session whose lines are checked.
    private var counted: String? { active.first(where: fullScreen.contains) ?? active.first }

    private func tell(_ name: String, _ time: Duration, _ line: Int, _ log: inout FindingLog) {
        let others = active.filter { $0 != name }
        if !others.isEmpty {
            log.add(
                AppleSideFinding(
                    .twoSessions, at: time, subject: name, expected: "one active session",
                    found: "\(active.count) active sessions",
                    message: "session '\(name)' becomes active while '\(others.joined(separator: "', '"))' still is",
                    line: line))
        } else if !fullScreen.contains(name), let other = fullScreen.sorted().first {
            log.add(
                AppleSideFinding(
                    .twoSessions, at: time, subject: name, expected: other, found: name,
                    message: "session '\(name)' is active although '\(other)' fills the screen", line: line))
        }
    }
}
