import HLSPlaylists
import MediaFormats
import Testing

extension ExpectedCasesTests {
    func checkValidity(_ item: ExpectedCase) throws {
        let expect = item.expect
        if let text = item.value["attribute_list"].string { return try checkAttributeList(item, text) }
        let document = try item.document()
        let events = document.playlist?.media.map { InterstitialEvent.events(in: $0.dateRanges, base: nil) }
        let all = document.diagnostics + (events?.diagnostics ?? [])
        if let valid = expect["tag_valid"].bool {
            #expect((events?.events.isEmpty == false) == valid, "\(all)")
            #expect(all.contains { $0.severity == .warning } == !valid)
        }
        if let count = expect["interstitials"].integer {
            let playlist = try item.media()
            #expect(playlist.interstitials(as: item.behaviour).events.count == count)
        }
        if let conforms = expect["playlist_conforms"].bool {
            #expect(all.contains { $0.severity != .lint } == !conforms, "\(all)")
        }
        if expect["must_fail"].bool == true { #expect(document.isRefused) }
        if expect.object.keys.contains("start_of_a") {
            #expect(document.playlist?.media.flatMap { DateMapping($0) } == nil)
        }
        if expect["resolve_leniently"].bool == true { #expect(events?.events.count == 1) }
        if !expect["items"].array.isEmpty {
            #expect(try item.schedule().items.count == expect["items"].array.count)
        }
    }

    private func checkAttributeList(_ item: ExpectedCase, _ text: String) throws {
        func read(_ tags: [String]) throws -> (DateRange?, [InterstitialEvent], [Diagnostic]) {
            var lines =
                "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2014-03-05T11:15:00Z\n#EXTINF:6,\na\n"
            for tag in tags { lines += "#EXT-X-DATERANGE:\(tag)\n" }
            let document = PlaylistParser.parse(Array(lines.utf8))
            let playlist = try #require(document.playlist?.media)
            let (events, diagnostics) = InterstitialEvent.events(in: playlist.dateRanges, base: nil)
            return (playlist.dateRanges.first, events, document.diagnostics + diagnostics)
        }
        let expect = item.expect
        let (range, events, diagnostics) = try read([text])
        let isInterstitial = text.contains(InterstitialEvent.rangeClass)
        #expect((isInterstitial ? !events.isEmpty : range != nil) == expect["tag_valid"].bool, "\(diagnostics)")
        if let end = expect["end_date"].string { #expect(range?.end == ProgramDate(iso8601: end)) }
        if let duration = expect["duration"].seconds { #expect(range?.knownDuration == duration) }
        if let planned = expect["planned_duration"].seconds { #expect(range?.plannedDuration == planned) }
        if let flag = expect["interstitial"].bool { #expect(!events.isEmpty == flag) }
        if let count = expect["issues"].integer { #expect(diagnostics.count == count, "\(diagnostics)") }
        if expect["severity"].string == "warning" { #expect(diagnostics.map(\.severity) == [.warning]) }
        if expect["valid_after"].string != nil {
            let first = "ID=\"s1\",START-DATE=\"2014-03-05T11:15:00Z\",PLANNED-DURATION=59.993,SCTE35-OUT=0xFC"
            #expect(try read([first, text]).0?.duration == Duration(decimalSeconds: "59.994"))
        }
    }

    func checkParse(_ item: ExpectedCase) throws {
        if item.id.hasPrefix("VJS") { return try checkPlaylist(item) }
        let expect = item.expect
        let reading = try item.media().interstitials(as: item.behaviour)
        if let count = expect["interstitials"].integer { #expect(reading.events.count == count) }
        let expected = expect["events"].array.isEmpty ? [expect] : expect["events"].array
        if !expect["events"].array.isEmpty { #expect(reading.events.count == expected.count, "\(reading.diagnostics)") }
        let start = try item.media().segments.lazy.compactMap(\.programDate).first
        for (event, expected) in zip(reading.events, expected) { checkEvent(event, expected, start) }
        for (event, expected) in zip(reading.events, expect["skip_control"].array) {
            #expect(event.skipControl?.offset == expected["offset"].seconds)
            #expect(event.skipControl?.duration == expected["duration"].seconds)
            #expect(event.skipControl?.labelID == expected["label"].string)
        }
    }

    private func checkEvent(_ event: InterstitialEvent, _ expected: JSONValue, _ start: ProgramDate?) {
        if let id = expected["id"].string { #expect(event.id == id) }
        if let uri = expected["uri"].string { #expect(event.content == .asset(uri)) }
        if let uri = expected["list"].string { #expect(event.content == .list(uri)) }
        if let offset = expected["start_offset"].seconds, let start {
            #expect(event.placement == .date(start + offset))
        }
        if let duration = expected["duration"].seconds { #expect(event.duration == duration) }
        if let planned = expected["planned"].seconds { #expect(event.plannedDuration == planned) }
        if !expected["cue"].isAbsent { #expect(event.cue == Cue(words: expected["cue"].strings)) }
        if !expected["resume_offset"].isAbsent {
            #expect(event.statedResumeOffset == expected["resume_offset"].seconds)
        }
        if let limit = expected["playout_limit"].seconds { #expect(event.playoutLimit == limit) }
        if !expected["snap"].isAbsent { #expect(Set(event.snap.words) == Set(expected["snap"].strings)) }
        if !expected["restrict"].isAbsent {
            #expect(Set(event.restrictions.words) == Set(expected["restrict"].strings))
        }
        if let may = expected["content_may_vary"].bool { #expect(event.contentMayVary == may) }
        if let text = expected["occupies"].string ?? expected["timeline_occupies"].string {
            #expect(event.timelineOccupies.rawValue == text)
        }
        if let text = expected["style"].string ?? expected["timeline_style"].string {
            #expect(event.timelineStyle.rawValue == text)
        }
        for (name, value) in expected["custom"].object {
            let actual = event.customAttributes.first { $0.name == name }?.value
            if let seconds = value.seconds {
                #expect(actual.flatMap { Duration(decimalSeconds: $0) } == seconds)
            } else {
                #expect(actual == value.string)
            }
        }
    }

    private func checkPlaylist(_ item: ExpectedCase) throws {
        let expect = item.expect
        let document = try item.document()
        if expect["empty"].bool == true {
            #expect(document.playlist == nil)
            return
        }
        if !expect["variants"].array.isEmpty { return try checkVariants(document, expect) }
        let playlist = try #require(document.playlist?.media)
        #expect(playlist.segments.count == expect["segments"].integer)
        #expect(playlist.duration == expect["total_duration"].seconds)
        #expect(playlist.segments.first?.uri == expect["first_uri"].string)
        #expect(playlist.segments.last?.uri == expect["last_uri"].string)
        #expect(playlist.mediaSequence == expect["media_sequence"].integer)
        #expect(playlist.discontinuitySequence == expect["discontinuity_sequence"].integer)
        #expect(playlist.hasEndList == (expect["ended"].bool ?? false))
        if let target = expect["target_duration"].seconds { #expect(playlist.targetDuration == target) }
        if let type = expect["playlist_type"].string,
            document.diagnostics.allSatisfy({ $0.code != "playlist-tag-value" })
        {
            // videojs takes VOD for an absent type.
            #expect(playlist.playlistType?.rawValue ?? "VOD" == type)
        }
        if let version = expect["version"].integer { #expect(playlist.version == version) }
        if let flag = expect["independent_segments"].bool { #expect(playlist.hasIndependentSegments == flag) }
        if let flag = expect["iframes_only"].bool { #expect(playlist.isIFramesOnly == flag) }
        if let target = expect["part_target"].seconds { #expect(playlist.partTarget == target) }
        if let date = expect["first_pdt"].string {
            #expect(playlist.segments.lazy.compactMap(\.programDate).first == ProgramDate(iso8601: date))
        }
        if !expect["discontinuity_before_segment"].isAbsent {
            #expect(
                playlist.segments.indices.filter { playlist.segments[$0].isDiscontinuous }
                    == expect["discontinuity_before_segment"].array.compactMap(\.integer))
        }
    }

    private func checkVariants(_ document: PlaylistDocument, _ expect: JSONValue) throws {
        let playlist = try #require(document.playlist?.multivariant, "\(document.diagnostics)")
        let expected = expect["variants"].array
        #expect(playlist.variants.count == expect["variant_count"].integer ?? expected.count)
        for (variant, expected) in zip(playlist.variants, expected) {
            #expect(variant.uri == expected["uri"].string)
            #expect(variant.bandwidth == expected["bandwidth"].integer)
            if let average = expected["average-bandwidth"].string { #expect(variant.averageBandwidth == Int(average)) }
            if let codecs = expected["codecs"].string { #expect(variant.attributes["CODECS"]?.value == codecs) }
            if let range = expected["video-range"].string { #expect(variant.videoRange == range) }
            if let audio = expected["audio"].string { #expect(variant.audioGroup == audio) }
            if let group = expected["subtitles"].string { #expect(variant.subtitlesGroup == group) }
            if let rate = expected["frame-rate"].seconds {
                #expect(variant.frameRate == FrameRate(decimal: rate.decimalSeconds))
            }
            if let width = expected["resolution"]["width"].integer { #expect(variant.resolution?.width == width) }
            if let height = expected["resolution"]["height"].integer { #expect(variant.resolution?.height == height) }
        }
        if let version = expect["version"].integer { #expect(playlist.version == version) }
        for (type, groups) in expect["rendition_groups"].object {
            for (group, names) in groups.object {
                let kind = try #require(Rendition.MediaType(rawValue: type))
                #expect(Set(playlist.renditions(kind, group: group).map(\.name)) == Set(names.strings))
            }
        }
    }
}
