/// How patiently and how politely content is fetched.
package struct FetchPolicy: Sendable, Hashable {
    /// Time for one resource from the first attempt's start to the last byte, retries included.
    package var requestTimeout: Duration
    /// Further attempts after a transient failure: a connection that broke, or 408, 429, 500, 502, 503, 504.
    package var retries: Int
    /// Pause before the first retry; the next ones wait twice as long each.
    package var retryPause: Duration
    /// The longest pause that an origin may ask for (Retry-After); where it asks for more, its answer stands.
    package var longestPause: Duration
    /// Transfers that run at a time for one scheme, host and port; the others wait without using up their time.
    package var transfersPerOrigin: Int
    /// Redirects that are followed for one resource.
    package var redirects: Int

    /// Collects a policy.
    package init(
        requestTimeout: Duration = .seconds(10), retries: Int = 2, retryPause: Duration = .milliseconds(100),
        longestPause: Duration = .seconds(5), transfersPerOrigin: Int = 6, redirects: Int = 5
    ) {
        self.requestTimeout = requestTimeout
        self.retries = retries
        self.retryPause = retryPause
        self.longestPause = longestPause
        self.transfersPerOrigin = transfersPerOrigin
        self.redirects = redirects
    }
}

/// What fetching has cost so far.
package struct FetchUsage: Sendable, Hashable, Codable {
    /// HTTP requests that were sent, redirects and retries included.
    package var requests = 0
    /// Bytes of bodies received over the network, as they were on the wire.
    package var bytesReceived = 0
    /// Attempts that were repeated after a transient failure.
    package var retries = 0
    /// Bytes read from local files.
    package var localBytes = 0

    /// Nothing used.
    package init() {}

    /// Both together.
    package static func + (a: FetchUsage, b: FetchUsage) -> FetchUsage { combined(a, b, with: +) }

    /// The one without the other.
    package static func - (a: FetchUsage, b: FetchUsage) -> FetchUsage { combined(a, b, with: -) }

    /// Adds the other.
    package static func += (a: inout FetchUsage, b: FetchUsage) { a = a + b }

    private static func combined(_ a: FetchUsage, _ b: FetchUsage, with sum: (Int, Int) -> Int) -> FetchUsage {
        var usage = FetchUsage()
        usage.requests = sum(a.requests, b.requests)
        usage.bytesReceived = sum(a.bytesReceived, b.bytesReceived)
        usage.retries = sum(a.retries, b.retries)
        usage.localBytes = sum(a.localBytes, b.localBytes)
        return usage
    }
}
