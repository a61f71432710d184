import ArgumentParser
import MediaProbing

/// Whether measurements are kept and used again.
struct CacheOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: "Keep measurements in the user's cache folder and use them again while the media are the same.")
    var cache = true

    /// The cache to use; `nil` when the user or the environment wants none.
    var measurements: MeasurementCache? { cache ? MeasurementCache() : nil }
}
