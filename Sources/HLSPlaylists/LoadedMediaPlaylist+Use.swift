extension LoadedMediaPlaylist {
    /// What speaks against playing a playlist that was just loaded, though nothing in it is wrong: it is a part of one, or
    /// is for seeking.
    var useDiagnostics: [Diagnostic] {
        var found: [Diagnostic] = []
        if let skip = playlist.skip {
            found.append(
                Diagnostic(
                    .error, code: "presentation-delta-update",
                    message:
                        "this is a delta update, which leaves out \(skip.count) segments that the client is to know; "
                        + "ask without _HLS_skip", uri: reference.description, line: skip.line.number,
                    clause: "rfc8216bis 6.2.5.1"))
        }
        if playlist.isIFramesOnly {
            found.append(
                Diagnostic(
                    .warning, code: "presentation-iframes-only",
                    message:
                        "this is an I-frame playlist: it shows single pictures while a viewer seeks, and is no programme",
                    uri: reference.description, clause: "rfc8216bis 4.4.3.6"))
        }
        return found
    }
}
