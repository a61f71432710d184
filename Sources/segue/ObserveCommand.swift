import ArgumentParser
import Foundation
import HLSPlaylists
import HarnessReports
import MediaFormats
import MediaProbing
import ReceiverMeasuring
import Synchronization

/// `segue observe`: what a recording of a screen shows of switches.
struct ObserveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observe",
        abstract: "Read from a recording of a screen how one marked asset followed another.",
        discussion: """
            The recording, by a camera or of the screen itself, shows assets of Examples/SwitchAssets/make-assets.sh: each \
            frame carries its number, each asset its tone. For every switch: last and first frame, freeze, darkness, frames \
            left out and repeated, silence, and sound against picture, as finely as the recording allows. A recording whose \
            markers cannot be trusted is refused. docs/observing.md says how to record. Instead of a recording, what the CTA \
            WAVE Device Observation Framework made of one: its qr_code_list.csv, or its results as JSON.

            EXAMPLES
              segue observe television.mp4 --assets assets/assets.json
              segue observe television.mp4 --assets assets/assets.json --out lab.jsonl --kind interstitial \\
                --receiver-id aa:bb:cc:dd:ee:ff --receiver-class smart-tv --tier low --firmware 2.1
              segue observe screen.mkv --assets assets/assets.json --against measured.jsonl
              segue observe qr_code_list.csv --camera-rate 120

            EXIT CODES
              0 switches were seen; 2 none was, or the recording cannot be read or trusted; 64 wrong usage
            """)

    @Argument(help: "The recording: an MP4, MOV, Matroska, WebM, MPEG-TS, AVI, NUT or FLV file.")
    var recording: String

    @Option(help: ArgumentHelp("The list written with the assets; without it only times are told.", valueName: "file"))
    var assets: String?

    @Option(
        help: ArgumentHelp(
            "Hold what `segue measure` found (its JSON document or its observations) against the picture.",
            valueName: "file"))
    var against: String?

    @Option(
        help: ArgumentHelp(
            "When the first picture was taken: seconds since 1970, or 2026-11-21T18:00:00.250Z.", valueName: "time"))
    var startedAt: InstantArgument?

    @Option(
        help: ArgumentHelp(
            "Pictures a second of the camera, for lists of the WAVE observation framework.", valueName: "number"))
    var cameraRate: Double?

    @OptionGroup(title: "Observations for segue calibrate") var observation: ObservationOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let cameraRate, !(1...2000).contains(cameraRate) {
            throw ValidationError("--camera-rate is between 1 and 2000.")
        }
    }

    func run() async throws {
        let context = try observation.context()
        switch try WaveImport.read(recording, cameraRate: cameraRate) {
        case .results(let results, let cameraRate):
            try report(results, context, cameraRate: cameraRate)
        case .codes(let codes): try report(analysis(of: codes.parts, codes.assets), nil, codes.assets, context)
        case nil:
            let assets = try readAssets()
            let reading = try await read(assets)
            try report(analysis(of: [reading.content], assets), reading.facts, assets, context)
        }
    }

    /// Analyses the parts of one recording; of several, those that cannot be trusted are left out, which is told except of
    /// those with so few markers that they show no switch.
    private func analysis(of parts: [RecordingPart], _ assets: MarkedAssets) throws -> RecordingAnalysis {
        var whole: RecordingAnalysis?
        var doubt = RecordingDoubt.noMarker(pictures: 0)
        for (index, part) in parts.enumerated() {
            do throws(RecordingDoubt) {
                let next = try RecordingAnalysis(part, assets: assets)
                whole?.append(next)
                whole = whole ?? next
            } catch {
                doubt = error
                switch error {
                case .noMarker, .fewMarkers: continue
                case _ where parts.count > 1:
                    printError("segue: \(recording): part \(index + 1) is left out: \(untrusted(error))".printable)
                default: break
                }
            }
        }
        if let whole { return whole }
        throw Failure(message: "\(recording): \(untrusted(doubt))", code: 2)
    }

    private func untrusted(_ doubt: RecordingDoubt) -> String {
        "cannot be trusted (\(doubt.code)): \(doubt.description)"
    }

    private func report(
        _ analysis: RecordingAnalysis, _ facts: RecordingFacts?, _ assets: MarkedAssets, _ context: RecordingContext?
    ) throws {
        let clock = RecordingClock(
            firstPictureAt: analysis.firstPictureAt, stated: startedAt?.seconds, creationTime: facts?.creationTime)
        let comparison = try comparison(analysis, clock)
        let tool = CalibrationDocument.Tool(name: Tool.segue.name, version: Tool.segue.version)
        let document = ObserveDocument(
            analysis, facts: facts, name: recording, clock: clock, comparison: comparison, tool: tool)
        if output.json {
            print(try document.json().escapedForTerminal, terminator: "")
        } else if !output.quiet {
            print(
                ObserveText(analysis: analysis, facts: facts, name: recording, comparison: comparison).text)
        }
        if let context { try observation.write(analysis, context, assets, clock, comparison) }
        guard !analysis.transitions.isEmpty else {
            throw Failure(message: "\(recording): no switch from one asset to another is seen in it", code: 2)
        }
    }

    private func report(_ results: WaveResults, _ context: RecordingContext?, cameraRate: Double) throws {
        guard !output.json else {
            throw Failure(
                message: "\(recording): results of the WAVE framework make no document; leave out --json", code: 64)
        }
        if !output.quiet {
            print(
                "\(recording.printable): \(results.delays.count) starts of a second presentation, \(results.others) other "
                    + "observations, which hold no time of a switch")
            for delay in results.delays { print("  started after \(Int(delay.rounded())) ms") }
        }
        guard !results.delays.isEmpty else {
            throw Failure(message: "\(recording): holds no time of a switch", code: 2)
        }
        if let context { try observation.write(results.observations(context, cameraRate: cameraRate)) }
    }

    private func readAssets() throws -> MarkedAssets {
        guard let assets else { return .unnamed }
        guard let data = FileManager.default.contents(atPath: assets) else {
            throw Failure(message: "cannot read \(assets): no such file, or not readable", code: 2)
        }
        do {
            return try MarkedAssets(data, name: assets)
        } catch {
            throw Failure(message: error.description, code: 2)
        }
    }

    private func read(_ assets: MarkedAssets) async throws -> RecordingReader.Recording {
        let count = Atomic(0)
        let progress = ProgressLine(shown: !output.quiet) { "\(count.load(ordering: .relaxed)) pictures" }
        defer { progress.end() }
        let task = RecordingTask(
            path: recording, tones: assets.assets.values.map(\.tone).sorted(), tick: assets.tick)
        do {
            return try await RecordingReader().read(task) { count.store($0, ordering: .relaxed) }
        } catch {
            throw Failure(
                message: ProbeError(AssetReference(path: recording), ProbeError.Reason(error)).description, code: 2)
        }
    }

    private func comparison(_ analysis: RecordingAnalysis, _ clock: RecordingClock?) throws -> ProtocolComparison? {
        guard let against else { return nil }
        guard let data = FileManager.default.contents(atPath: against) else {
            throw Failure(message: "cannot read \(against): no such file, or not readable", code: 2)
        }
        guard let clock, clock.isExact else {
            throw Failure(
                message:
                    "\(recording): says no exact time of day, which --against needs; record with `ffmpeg … -copyts`, "
                    + "or give --started-at", code: 2)
        }
        do {
            return ProtocolComparison(
                try ProtocolComparison.estimates(data, name: against), analysis, clock: clock)
        } catch {
            throw Failure(message: error.description, code: 2)
        }
    }
}

/// An instant as given on the command line: seconds since 1970, or an ISO 8601 time.
struct InstantArgument: ExpressibleByArgument {
    /// Seconds since 1970.
    let seconds: Double

    init?(argument: String) {
        guard let seconds = Double(argument) ?? RecordingClock.seconds(argument), (0..<1e11).contains(seconds) else {
            return nil
        }
        self.seconds = seconds
    }
}
