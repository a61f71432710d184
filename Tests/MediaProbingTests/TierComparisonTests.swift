import HLSPlaylists
import MediaFormats
import MediaProbing
import Testing

/// The tier of headers and libavformat agree on every generated file, value by value.
@Suite struct TierComparisonTests {
    private static let headers = MediaProber(
        source: ContentFetcher(), pool: sharedPool, policy: ProbePolicy(tier: .headers))

    @Test("Each file", arguments: GeneratedMedia.names)
    func file(name: String) async throws {
        let full = try await sharedProber.measure(ProbeInput(GeneratedMedia.reference(name)))
        for conflict in full.conflicts {
            print("CONFLICT", name, conflict.parameter, conflict.headers, "/", conflict.libavformat)
        }
        do throws(ProbeError) {
            let headers = try await Self.headers.measure(ProbeInput(GeneratedMedia.reference(name)))
            let missing = full.provenance.filter {
                $0.value.instrument == .libavformat && headers.provenance[$0.key] == nil
            }
            print("MISSING", name, missing.keys.sorted())
            print(
                "TIMING", name, full.timing.videoStart as Any, headers.timing.videoStart as Any,
                full.timing.audioStart as Any, headers.timing.audioStart as Any, full.timing.duration as Any,
                headers.timing.duration as Any, full.timing.startsWithKeyframe as Any,
                headers.timing.startsWithKeyframe as Any, full.timing.keyframeInterval as Any,
                headers.timing.keyframeInterval as Any, full.timing.frameRateIsConstant as Any,
                headers.timing.frameRateIsConstant as Any)
        } catch { print("FAILED", name, error) }
    }
}
