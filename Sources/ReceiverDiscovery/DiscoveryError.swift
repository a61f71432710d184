/// Why receivers could not be looked for, or a recording not be read.
package enum DiscoveryError: Error, Sendable, Hashable {
    /// There is no D-Bus to reach the Avahi daemon by.
    case noBus(code: Int32, text: String)
    /// D-Bus is there, the Avahi daemon is not.
    case noDaemon(code: Int32, text: String)
    /// The daemon refused or went away in mid-scan.
    case daemon(doing: String, code: Int32, text: String)
    /// A recording could not be read or written.
    case recording(path: String, problem: String)
    /// Receivers could not be simulated.
    case simulation(problem: String)
}

extension DiscoveryError: CustomStringConvertible {
    /// What failed, why, and what to try.
    package var description: String {
        switch self {
        case .noBus(let code, let text):
            """
            cannot look for receivers: the D-Bus system bus does not answer (Avahi error \(code): \(text)). \
            Start it (`service dbus start`), then the Avahi daemon (`service avahi-daemon start`); or replay a recorded scan with --replay FILE.
            """
        case .noDaemon(let code, let text):
            """
            cannot look for receivers: the Avahi daemon is not running (Avahi error \(code): \(text)). \
            Start it (`service avahi-daemon start`, or `avahi-daemon -D` as root); or replay a recorded scan with --replay FILE.
            """
        case .daemon(let doing, let code, let text):
            "the Avahi daemon failed while \(doing): \(text) (Avahi error \(code)). Try again; see `journalctl -u avahi-daemon`."
        case .recording(let path, let problem): "cannot use the recorded scan \(path): \(problem)"
        case .simulation(let problem): "cannot simulate receivers: \(problem)"
        }
    }
}
