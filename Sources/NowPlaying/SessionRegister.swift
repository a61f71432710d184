/// Which playback sessions are active: one at a time, with picture in picture the one that fills the screen.
struct SessionRegister {
    private var active: [String] = []
    private var fullScreen: Set<String> = []
    private var known: Set<String> = []
    /// What is wrong since when; told when it lasts, because sessions change places one line after the other.
    private var fault: (finding: AppleSideFinding, since: Duration)?
    private var hasToldFault = false

    private static let most = 64

    /// Follows a line.
    mutating func take(_ entry: LogEntry, _ time: Duration, _ line: Int) {
        guard let name = entry.session, entry.isActive != nil || entry.isFullScreen != nil else { return }
        if known.count < Self.most { known.insert(name) }
        if entry.isFullScreen == true, known.contains(name) { fullScreen.insert(name) }
        if entry.isFullScreen == false { fullScreen.remove(name) }
        if entry.isActive == true, !active.contains(name), active.count < Self.most { active.append(name) }
        if entry.isActive == false { active.removeAll { $0 == name } }
        guard let finding = finding(name, time, line) else {
            fault = nil
            hasToldFault = false
            return
        }
        if fault == nil { fault = (finding, time) }
    }

    /// The session whose lines are checked; `nil` while none is active.
    var counted: String? { active.first(where: fullScreen.contains) ?? active.first }

    /// Whether what a session does is checked.
    func counts(_ name: String?) -> Bool { name == nil || active.isEmpty || counted == name }

    /// Tells what is wrong for longer than the tolerance.
    mutating func settle(_ time: Duration, _ tolerance: Duration, _ log: inout FindingLog) {
        guard let fault, !hasToldFault, time > fault.since + tolerance else { return }
        hasToldFault = true
        log.isMuted = false
        log.add(fault.finding)
    }

    private func finding(_ name: String, _ time: Duration, _ line: Int) -> AppleSideFinding? {
        if active.count > 1 {
            let others = active.filter { $0 != name }
            return AppleSideFinding(
                .twoSessions, at: time, subject: name, expected: "one active session",
                found: "\(active.count) active sessions",
                message: "session '\(name)' is active while '\(others.joined(separator: "', '"))' is too", line: line)
        }
        guard let only = active.first, !fullScreen.contains(only), let other = fullScreen.sorted().first else {
            return nil
        }
        return AppleSideFinding(
            .twoSessions, at: time, subject: only, expected: other, found: only,
            message: "session '\(only)' is active although '\(other)' fills the screen", line: line)
    }
}
