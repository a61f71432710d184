/// Why receivers could not be looked for, or a recording not be read.
package enum DiscoveryError: Error, Sendable, Hashable {
    /// There is no D-Bus to reach the Avahi daemon by.
    case noBus(code: Int32, text: String)
    /// D-Bus is there, the Avahi daemon is not.
    case noDaemon(code: Int32, text: String)
    /// The daemon refused or went away in mid-scan.
    case daemon(doing: String, code: Int32, text: String)
    /// A recording could not be read.
    case recording(path: String, problem: String)
    /// A scan could not be written.
    case cannotWrite(path: String, problem: String)
    /// Receivers could not be simulated.
    case simulation(problem: String)
}

extension DiscoveryError: CustomStringConvertible {
    /// What failed, why, and what to try.
    package var description: String {
        switch self {
        case .noBus(let code, let text):
            """
            cannot reach the Avahi daemon: the D-Bus system bus does not answer (Avahi error \(code): \(text)). \
            Start it (`service dbus start`), then the daemon (`service avahi-daemon start`). \
            `segue discover` needs neither with --replay FILE or --host.
            """
        case .noDaemon(let code, let text):
            """
            the Avahi daemon is not running (Avahi error \(code): \(text)). \
            Start it (`service avahi-daemon start`, or `avahi-daemon -D` as root). \
            `segue discover` does without it with --replay FILE or --host.
            """
        case .daemon(let doing, let code, let text):
            "the Avahi daemon failed while \(doing): \(text) (Avahi error \(code)). Try again; see `journalctl -u avahi-daemon`."
        case .recording(let path, let problem): "cannot use the recorded scan \(path): \(problem)"
        case .cannotWrite(let path, let problem):
            "cannot write the scan to \(path): \(problem)"
        case .simulation(let problem): "cannot simulate receivers: \(problem)"
        }
    }
}
