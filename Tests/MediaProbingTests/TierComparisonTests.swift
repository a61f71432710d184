import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// The reader of headers and libavformat agree on every generated file, value by value.
///
/// What differs is explained one by one in `docs/measuring.md`, in the same words.
@Suite struct TierComparisonTests {
    private static let headers = MediaProber(
        source: ContentFetcher(), pool: sharedPool, policy: ProbePolicy(tier: .headers))

    /// A value that one instrument does not know or knows differently, and why.
    private struct Explained {
        /// The files: by the end of their names, or by a part with `*` on both sides.
        var files: [String]
        /// Parameters, and for times the names below.
        var values: Set<String>
        var reason: String

        func covers(_ name: String, _ value: String) -> Bool {
            values.contains(value)
                && files.contains { file in
                    file.hasPrefix("*") && file.hasSuffix("*")
                        ? name.contains(file.dropFirst().dropLast()) : name.hasSuffix(file)
                }
        }
    }

    private static let explained = [
        Explained(
            files: ["aac-24000.ts", "aac-24000.aac"], values: ["audio-object-type"],
            reason: "ADTS at 24 kHz or less may hide high efficiency, which only decoding shows"),
        Explained(
            files: [".aac", "packed.ac3", "packed.eac3", "mp3.mp3"], values: ["audio start"],
            reason: "sound without a timestamp has no place in time; libavformat says 0"),
        Explained(
            files: [".aac"], values: ["duration"],
            reason: "ADTS states no length: headers count its frames, libavformat guesses from the bit rate"),
        Explained(
            files: ["flac.flac"], values: ["audio start", "duration"],
            reason: "the reader of headers takes no times from FLAC without a container"),
        Explained(
            files: [".ts"], values: ["duration"],
            reason: "libavformat counts to the beginning of the last packet, or of one track only"),
        Explained(
            files: ["*ac3*", "atmos.mp4", "opus.mp4", "opus-51.mp4", "mp3.mp4"], values: ["audio start", "duration"],
            reason: "libavformat keeps the part of the first frame that the edit list cuts off"),
        Explained(
            files: ["fragments-negative-offsets.mp4"], values: ["video start", "duration"],
            reason: "libavformat moves fragments with negative composition offsets to later times"),
        Explained(
            files: ["fragments-edited.mp4"], values: ["audio start", "duration"],
            reason: "libavformat leaves edit lists of fragmented files out"),
        Explained(
            files: ["wrapping.ts"], values: ["video start", "audio start"],
            reason: "libavformat gives times in front of the end of the clock of 33 bits as times before zero"),
        Explained(
            files: ["encrypted-fragmented.mp4"], values: ["video start"],
            reason: "libavformat reads no sample of this file: its auxiliary offsets come without their sizes"),
    ]

    /// Files in containers that have no reader of headers.
    private static let others = [".mkv", ".webm", ".wav", ".ogg"]

    @Test("Each file", arguments: GeneratedMedia.names)
    func file(name: String) async throws {
        let full = try await sharedProber.measure(ProbeInput(GeneratedMedia.reference(name)))
        for conflict in full.conflicts where !explains(name, conflict.parameter.rawValue) {
            Issue.record("\(conflict.parameter): headers \(conflict.headers), libavformat \(conflict.libavformat)")
        }
        guard !Self.others.contains(where: { name.hasSuffix($0) }) else {
            await #expect(throws: ProbeError.self) { try await measureHeaders(name) }
            return
        }
        let headers = try await measureHeaders(name)
        for (parameter, place) in full.provenance where place.instrument == .libavformat {
            #expect(
                headers.provenance[parameter] != nil || explains(name, parameter.rawValue),
                "headers do not know \(parameter)")
        }
        #expect(headers.parameters.videoPresence == full.parameters.videoPresence)
        #expect(headers.parameters.audioPresence == full.parameters.audioPresence)
        #expect(headers.parameters.container == full.parameters.container)
        #expect(headers.provenance.values.allSatisfy { $0.instrument == .headers })
        // Where headers know starts and lengths better, `full` has theirs: the worker's own are compared.
        let worker = try await sharedPool.measure(
            .file(path: GeneratedMedia.path(name), limits: ProbePolicy().limits))
        var timing = full.timing
        (timing.videoStart, timing.audioStart) = (worker.timing.videoStart, worker.timing.audioStart)
        timing.duration = worker.timing.duration
        compareTimes(name, headers.timing, timing)
    }

    private func measureHeaders(_ name: String) async throws -> MeasuredMedia {
        try await Self.headers.measure(ProbeInput(GeneratedMedia.reference(name)))
    }

    private func compareTimes(_ name: String, _ headers: MediaTiming, _ full: MediaTiming) {
        let times: [(String, Duration?, Duration?)] = [
            ("video start", headers.videoStart, full.videoStart), ("audio start", headers.audioStart, full.audioStart),
            ("duration", headers.duration, full.duration),
            ("key frame interval", headers.keyframeInterval, full.keyframeInterval),
        ]
        for (value, own, other) in times where !explains(name, value) {
            guard let own, let other else {
                #expect(own == other, "\(value): headers \(own as Any), libavformat \(other as Any)")
                continue
            }
            #expect(abs((own - other) / .milliseconds(1)) < 1, "\(value): headers \(own), libavformat \(other)")
        }
        if !explains(name, "first picture is key") { #expect(headers.startsWithKeyframe == full.startsWithKeyframe) }
        if !explains(name, "steady rate") { #expect(headers.frameRateIsConstant == full.frameRateIsConstant) }
    }

    private func explains(_ name: String, _ value: String) -> Bool {
        Self.explained.contains { $0.covers(name, value) }
    }

    @Test func thereAreEnoughFilesToCompare() {
        #expect(GeneratedMedia.names.count >= 150)
    }
}
