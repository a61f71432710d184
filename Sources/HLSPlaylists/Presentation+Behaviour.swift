extension Presentation {
    /// The breaks as one player reads them from the tags of all playlists; for the draft that is ``events``.
    public func interstitials(as behaviour: PlayerBehaviour) -> InterstitialReading {
        var result = InterstitialReading(events: [], diagnostics: [])
        var known: Set<String> = []
        for entry in playlists {
            let reading = entry.media.playlist.interstitials(as: behaviour, base: entry.media.reference)
            for event in reading.events where known.insert(event.id).inserted { result.events.append(event) }
            // All playlists should carry the same tags; telling the same thing once is enough.
            for diagnostic in reading.diagnostics
            where !result.diagnostics.contains(where: { $0.code == diagnostic.code && $0.message == diagnostic.message }
            ) {
                result.diagnostics.append(diagnostic)
            }
            result.refusal = result.refusal ?? reading.refusal
        }
        return result
    }
}
