/// What holds for all exchanges of one fetcher.
struct TransferSettings: Sendable, Hashable {
    /// Redirects that are followed.
    var redirects: Int
    /// Transfers that run at a time for one origin, at least 1.
    var transfersPerOrigin: Int
    /// Certificates of authorities to trust instead of the system's.
    var certificateFile: String?
    /// A folder of such certificates.
    var certificateFolder: String?

    /// Reads the variables that curl's own program reads; the proxy variables are read by the library itself.
    init(policy: FetchPolicy, environment: [String: String]) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        redirects = policy.redirects
        transfersPerOrigin = max(1, policy.transfersPerOrigin)
        certificateFile = variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE")
        certificateFolder = variable("SSL_CERT_DIR")
    }
}
