import Foundation

/// Where things lie that the benchmarks use.
enum BuiltPrograms {
    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    /// This program, to measure parts of it in a fresh process.
    static let bench = Bundle.main.executablePath ?? CommandLine.arguments[0]
    /// The `segue` that was built with it.
    static let segue = Bundle.main.bundleURL.appending(path: "segue").path()
    /// The probe worker that was built with it.
    static let worker = Bundle.main.bundleURL.appending(path: "segue-probe").path()
    /// Bare libavformat, built by `scripts/install-bench-peers.sh`.
    static let bareProber = root.appending(path: ".build/bench-peers/probe-with-libavformat").path()
    /// A Python with the peers' packages, made by `scripts/install-bench-peers.sh`.
    static let python = root.appending(path: ".build/bench-venv/bin/python3").path()
    /// What that Python runs to read a playlist.
    static let peerReader = root.appending(path: "scripts/parse-with-m3u8.py").path()

    /// A file of the lab that tests and benchmarks start receivers in.
    static func lab(_ name: String) -> String {
        root.appending(path: "Tests/ReceiverDiscoveryTests/Lab/\(name)").path(percentEncoded: false)
    }
}
