import CCurl

/// Versions of the libraries that fetching rests on.
package enum LibraryVersions {
    /// libcurl with what it was built with, such as `libcurl/7.88.1 OpenSSL/3.0.17 …`.
    package static var curl: String { curl_version().map { String(cString: $0) } ?? "libcurl of unknown version" }
}
