import MediaFormats

extension PlaylistRule {
    static let renditionRules: [PlaylistRule] = [
        PlaylistRule(
            "playlist-group-missing", .must, "rfc8216bis 4.4.6.2",
            "A group that a variant names has at least one rendition.",
            why: "The variant plays without sound or subtitles, or not at all.",
            example: "AUDIO='surround' while the only group is called 'stereo'."
        ) { presentation in
            guard let playlist = presentation.multivariant else { return [] }
            return presentation.tagged.flatMap { entry in
                let named: [(Rendition.MediaType, String?)] = [
                    (.audio, entry.tag.audioGroup), (.video, entry.tag.videoGroup),
                    (.subtitles, entry.tag.subtitlesGroup), (.closedCaptions, entry.tag.closedCaptionsGroup),
                ]
                return named.compactMap { type, group -> Breach? in
                    guard let group, playlist.renditions(type, group: group).isEmpty else { return nil }
                    return breach("\(type.rawValue) group '\(group)' does not exist", entry)
                }
            }
        },
        PlaylistRule(
            "language-missing", .must, "HLS Authoring Specification 8.10",
            "LANGUAGE stands on every rendition other than VIDEO.",
            why: "Without a language nothing can be selected automatically, neither here nor on the receiver.",
            example: "An audio rendition with NAME='English' and no LANGUAGE."
        ) { presentation in
            renditions(presentation).filter { $0.type != .video && $0.language == nil }.map {
                breach("has no LANGUAGE", $0)
            }
        },
        PlaylistRule(
            "playlist-rendition-name", .must, "rfc8216bis 4.4.6.1.1", "Names in a group are distinct.",
            why: "Viewers see two entries of one name, and players remember choices by name.",
            example: "Two audio renditions called 'English' in one group."
        ) { presentation in
            groups(presentation).flatMap { group in
                Dictionary(grouping: group, by: \.name).values.filter { $0.count > 1 }
                    .map { breach("NAME '\($0[0].name)' occurs \($0.count) times", $0[0]) }
                    .sorted { $0.message < $1.message }
            }
        },
        PlaylistRule(
            "playlist-rendition-default", .must, "rfc8216bis 4.4.6.1.1", "A group has at most one DEFAULT.",
            why: "Which rendition starts is then up to the player.",
            example: "DEFAULT=YES on English and on German."
        ) { presentation in
            groups(presentation).compactMap { group in
                let defaults = group.filter(\.isDefault)
                return defaults.count > 1 ? breach("\(defaults.count) renditions have DEFAULT=YES", defaults[1]) : nil
            }
        },
        PlaylistRule(
            "audio-channels-missing", .must, "rfc8216bis 4.4.6.1",
            "CHANNELS stands on every audio rendition where counts differ.",
            why: "A stereo receiver cannot tell which rendition it can play.",
            example: "A 5.1 rendition with CHANNELS='6' beside one that states nothing."
        ) { presentation in
            let audio = renditions(presentation).filter { $0.type == .audio }
            guard audio.contains(where: { $0.channels != nil }) else { return [] }
            return audio.filter { $0.channels == nil }.map { breach("has no CHANNELS, others have", $0) }
        },
        PlaylistRule(
            "language-groups-differ", .should, "rfc8216bis 4.4.6.1.1",
            "All groups of a type offer the same languages, so that a switch of variants keeps the choice.",
            why: "A switch of variants that changes the group loses the viewer's language.",
            example: "German only in the stereo group."
        ) { presentation in
            [Rendition.MediaType.audio, .subtitles].flatMap { type in
                let own = groups(presentation).filter { $0[0].type == type }
                let all = own.reduce(into: Set<String>()) { $0.formUnion($1.compactMap(\.language)) }
                return own.compactMap { group in
                    let missing = all.subtracting(group.compactMap(\.language)).sorted()
                    return missing.isEmpty
                        ? nil : breach("group lacks \(missing.joined(separator: ", "))", group[0])
                }
            }
        },
        PlaylistRule(
            "audio-no-stereo-aac", .must, "HLS Authoring Specification 2.3",
            "Stereo AAC, HE-AAC or HE-AAC v2 is offered; low-end receivers play nothing else.",
            why: "AirPlay speakers and low-end televisions decode stereo AAC and nothing else.",
            example: "A ladder whose sound is E-AC-3 5.1 only."
        ) { presentation in
            let heard = presentation.tagged.flatMap { $0.tag.codecs.compactMap(\.audio) }
            guard !heard.isEmpty, !heard.contains(where: { $0.codec == .aac }) else { return [] }
            return [Breach(message: "no variant has AAC", subject: "multivariant playlist", line: nil)]
        },
        PlaylistRule(
            "audio-eac3-without-ac3", .must, "HLS Authoring Specification 2.6",
            "E-AC-3 comes with AC-3 for receivers without it.",
            why: "Receivers behind older HDMI links take AC-3 but not E-AC-3.",
            example: "E-AC-3 and AAC renditions without AC-3."
        ) { presentation in
            let codecs = Set(presentation.tagged.flatMap { $0.tag.codecs.compactMap { $0.audio?.codec } })
            guard codecs.contains(.eac3), !codecs.contains(.ac3) else { return [] }
            return [Breach(message: "E-AC-3 without AC-3", subject: "multivariant playlist", line: nil)]
        },
        PlaylistRule(
            "audio-apac-profile", .must, "HLS Authoring Specification 9.20", "APAC states profile and level.",
            why: "A decoder cannot say whether it plays the stream.",
            example: "CODECS='apac'."
        ) { presentation in
            presentation.tagged.filter { $0.tag.codecs.contains { $0.audio?.codec == .apac && !$0.raw.contains(".") } }
                .map { breach("'apac' without profile and level", $0) }
        },
        PlaylistRule(
            "playlist-subtitles-not-webvtt", .must, "HLS Authoring Specification 5.2 (AirPlay)",
            "Subtitles for AirPlay are WebVTT.",
            why: "AirPlay televisions render WebVTT only; other subtitles stay invisible.",
            example: "stpp.ttml.im1t in CODECS."
        ) { presentation in
            presentation.tagged.filter { $0.tag.codecs.contains { $0.text?.format == "imsc1" } }
                .map { breach("CODECS names IMSC1 subtitles", $0) }
        },
    ]

    private static func renditions(_ presentation: Presentation) -> [Rendition] {
        presentation.multivariant?.renditions ?? []
    }

    /// Renditions by type and group, in order of first appearance.
    private static func groups(_ presentation: Presentation) -> [[Rendition]] {
        var order: [String] = []
        var groups: [String: [Rendition]] = [:]
        for rendition in renditions(presentation) {
            let key = "\(rendition.type.rawValue) \(rendition.groupID)"
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(rendition)
        }
        return order.compactMap { groups[$0] }
    }

    private static func breach(_ message: String, _ rendition: Rendition) -> Breach {
        Breach(
            message: message, subject: "\(rendition.type.rawValue) '\(rendition.name)' of \(rendition.groupID)",
            line: rendition.line)
    }
}
