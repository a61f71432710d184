/// Rules between a primary and the assets of its breaks that playlists alone can show.
public enum AssetRule {
    /// What one asset breaks against its primary.
    ///
    /// - Parameters:
    ///   - asset: The asset of a break.
    ///   - primary: What it interrupts.
    ///   - name: How to call the asset in findings.
    public static func findings(asset: Presentation, primary: Presentation, name: String) -> [RuleFinding] {
        var findings: [RuleFinding] = []
        func add(_ rule: String, _ severity: PlaylistRule.Severity, _ source: String, _ message: String) {
            findings.append(
                RuleFinding(rule: rule, severity: severity, message: message, subject: name, source: source))
        }
        if asset.isLive == true {
            add(
                "interstitial-asset-not-vod", .must, "rfc8216bis D.1",
                "the asset has no EXT-X-ENDLIST; assets must be VOD")
        }
        if !asset.events.isEmpty {
            add(
                "interstitial-nested", .must, "rfc8216bis D.1",
                "the asset has \(asset.events.count) interstitial\(asset.events.count == 1 ? "" : "s") of its own, which players "
                    + "ignore")
        }
        let lowest = asset.variants.compactMap(\.bandwidth).min()
        let highest = primary.variants.compactMap(\.bandwidth).max()
        if let lowest, let highest, lowest > highest {
            add(
                "interstitial-bandwidth", .should, "HLS Authoring Specification 3.4",
                "its lowest BANDWIDTH \(lowest) is above the primary's highest \(highest)")
        }
        for variant in primary.variants {
            guard let bandwidth = variant.bandwidth, asset.variants.contains(where: { $0.bandwidth != nil }) else {
                continue
            }
            let isCovered = asset.variants.contains { other in
                other.bandwidth.map { $0 >= bandwidth / 2 && $0 <= bandwidth / 4 * 5 } ?? false
            }
            if !isCovered {
                add(
                    "interstitial-variant-set", .should, "rfc8216bis D.1",
                    "no variant of it suits a session at '\(variant.label)' (0.5 to 1.25 times its bit rate)")
            }
        }
        for (kind, own, wanted) in [
            ("audio", languages(asset), languages(primary)),
            ("subtitles", subtitles(asset), subtitles(primary)),
        ] {
            let missing = wanted.subtracting(own).sorted()
            // Muxed sound states no language at all, which is not a wrong one.
            let isUnknown = kind == "audio" && own.isEmpty
            if !missing.isEmpty, !isUnknown {
                add(
                    "language-\(kind)-missing", .should, "rfc8216bis D.1",
                    "it has no \(kind) in \(missing.joined(separator: ", ")), so the viewer's choice is lost")
            }
        }
        return findings
    }

    private static func languages(_ presentation: Presentation) -> Set<String> {
        Set(presentation.variants.flatMap { $0.audio.compactMap(\.language) })
    }

    private static func subtitles(_ presentation: Presentation) -> Set<String> {
        Set(presentation.variants.flatMap(\.subtitleLanguages))
    }
}
