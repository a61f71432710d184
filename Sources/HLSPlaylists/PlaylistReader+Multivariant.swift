import MediaFormats

extension PlaylistReader {
    /// Tags of multivariant playlists (rfc8216bis 4.4.6).
    mutating func readMultivariantTag(_ name: String, _ value: Range<Int>) -> Bool {
        switch name {
        case "EXT-X-STREAM-INF": readVariant(name, value)
        case "EXT-X-I-FRAME-STREAM-INF": readVariant(name, value)
        case "EXT-X-MEDIA": readRendition(value)
        case "EXT-X-SESSION-DATA": readSessionData(value)
        case "EXT-X-SESSION-KEY":
            var reader = attributes(name, value, "4.4.6.5")
            if let key = encryptionKey(&reader) { multivariant.sessionKeys.append(key) }
        case "EXT-X-CONTENT-STEERING":
            guard once(name, "4.4.6.6") else { break }
            var reader = attributes(name, value, "4.4.6.6")
            let server = reader.requiredString("SERVER-URI")
            let pathway = reader.string("PATHWAY-ID")
            reader.report(to: &log)
            if let server, !reader.isIllegal {
                multivariant.contentSteering = ContentSteering(
                    serverURI: server, pathwayID: pathway, attributes: reader.attributes, line: line)
            }
        default: return false
        }
        if firstMultivariantTag == nil { firstMultivariantTag = line }
        return true
    }

    private mutating func readVariant(_ name: String, _ value: Range<Int>) {
        let isIFrames = name == "EXT-X-I-FRAME-STREAM-INF"
        if !isIFrames { noteMissingVariantURI() }
        var reader = attributes(name, value, isIFrames ? "4.4.6.3" : "4.4.6.2")
        var variant = Variant(uri: "", attributes: reader.attributes, line: line)
        if reader.attributes["BANDWIDTH"] == nil { reader.reject("playlist-attribute-missing", "BANDWIDTH is missing") }
        variant.bandwidth = reader.integer("BANDWIDTH")
        variant.averageBandwidth = reader.integer("AVERAGE-BANDWIDTH")
        variant.codecs = reader.string("CODECS").map(CodecString.list) ?? []
        variant.supplementalCodecs = reader.string("SUPPLEMENTAL-CODECS").map(SupplementalCodec.list) ?? []
        if let text = reader.word("RESOLUTION") {
            variant.resolution = Resolution(text)
            if variant.resolution == nil {
                reader.reject("playlist-attribute-type", "RESOLUTION=\(text.prefix(40)) is no WIDTHxHEIGHT")
            }
        }
        if let text = reader.word("FRAME-RATE") {
            variant.frameRate = FrameRate(decimal: text)
            if variant.frameRate == nil {
                reader.reject("playlist-attribute-type", "FRAME-RATE=\(text.prefix(40)) is no frame rate")
            }
        }
        variant.videoRange = reader.word("VIDEO-RANGE")
        variant.audioGroup = reader.string("AUDIO")
        variant.videoGroup = reader.string("VIDEO")
        variant.subtitlesGroup = reader.string("SUBTITLES")
        if let captions = reader.attributes["CLOSED-CAPTIONS"], captions.isQuoted {
            variant.closedCaptionsGroup = reader.string("CLOSED-CAPTIONS")
        }
        variant.pathwayID = reader.string("PATHWAY-ID")
        if isIFrames { variant.uri = reader.requiredString("URI") ?? "" }
        for finding in variant.codecs.flatMap(\.remarks) { reader.note(.lint, "playlist-codecs-spelling", finding) }
        let isIgnored = hasUnknownRequirement(&reader) || hasUnknownLayout(&reader)
        reader.report(to: &log)
        if isIFrames {
            if !isIgnored, !variant.uri.isEmpty { multivariant.iFrameVariants.append(variant) }
        } else {
            pendingVariant = isIgnored ? .ignored : .variant(variant)
        }
    }

    mutating func noteMissingVariantURI() {
        guard case .variant(let variant) = pendingVariant else { return }
        log.add(
            .error, "playlist-stream-inf-without-uri", "EXT-X-STREAM-INF has no URI line", line: variant.line,
            clause: "4.4.6.2")
    }

    /// An unknown attribute that begins with `REQ-` takes the whole tag with it (rfc8216bis 6.3.1).
    private func hasUnknownRequirement(_ reader: inout AttributeReader) -> Bool {
        for attribute in reader.attributes.attributes
        where attribute.name.hasPrefix("REQ-") && attribute.name != "REQ-VIDEO-LAYOUT" {
            reader.note(.warning, "playlist-requirement", "\(attribute.name) is not known; the variant is ignored")
            return true
        }
        return false
    }

    private func hasUnknownLayout(_ reader: inout AttributeReader) -> Bool {
        guard let text = reader.string("REQ-VIDEO-LAYOUT") else { return false }
        let known: Set<Substring> = [
            "CH-STEREO", "CH-MONO", "PROJ-RECT", "PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM", "PROJ-AIV",
        ]
        for specifier in text.split(whereSeparator: { $0 == "," || $0 == "/" }) where !known.contains(specifier) {
            reader.note(
                .warning, "playlist-requirement", "video layout \(specifier) is not known; the variant is ignored")
            return true
        }
        return false
    }

    private mutating func readRendition(_ value: Range<Int>) {
        var reader = attributes("EXT-X-MEDIA", value, "4.4.6.1")
        if reader.attributes["TYPE"] == nil { reader.reject("playlist-attribute-missing", "TYPE is missing") }
        let type = reader.enumeration("TYPE", ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"])
            .flatMap(Rendition.MediaType.init)
        let group = reader.requiredString("GROUP-ID")
        let name = reader.requiredString("NAME")
        let isDefault = reader.flag("DEFAULT")
        let statesAutoselect = reader.attributes["AUTOSELECT"] != nil
        let isAutoselect = reader.flag("AUTOSELECT")
        if isDefault, statesAutoselect, !isAutoselect {
            reader.reject("playlist-media-autoselect", "DEFAULT=YES needs AUTOSELECT=YES")
        }
        let uri = reader.string("URI")
        if type == .closedCaptions, uri != nil {
            reader.reject("playlist-media-uri", "closed captions must have no URI")
        }
        if type == .subtitles, uri == nil { reader.reject("playlist-media-uri", "subtitles need a URI") }
        if type == .closedCaptions, reader.attributes["INSTREAM-ID"] == nil {
            reader.reject("playlist-attribute-missing", "INSTREAM-ID is missing")
        }
        let rendition = Rendition(
            type: type ?? .audio, groupID: group ?? "", name: name ?? "", language: reader.string("LANGUAGE"), uri: uri,
            isDefault: isDefault, isAutoselect: isAutoselect || isDefault, isForced: reader.flag("FORCED"),
            channels: reader.string("CHANNELS"), sampleRate: reader.integer("SAMPLE-RATE"),
            bitDepth: reader.integer("BIT-DEPTH"),
            characteristics: reader.string("CHARACTERISTICS")?.split(separator: ",").map(String.init) ?? [],
            attributes: reader.attributes, line: line)
        let isIgnored = hasUnknownRequirement(&reader)
        reader.report(to: &log)
        if type != nil, group != nil, name != nil, !isIgnored { multivariant.renditions.append(rendition) }
    }

    private mutating func readSessionData(_ value: Range<Int>) {
        var reader = attributes("EXT-X-SESSION-DATA", value, "4.4.6.4")
        let id = reader.requiredString("DATA-ID")
        let text = reader.string("VALUE", allowsEmpty: true)
        let uri = reader.string("URI")
        if (text == nil) == (uri == nil) {
            reader.reject("playlist-session-data", "needs either VALUE or URI")
        }
        reader.report(to: &log)
        guard let id else { return }
        multivariant.sessionData.append(
            SessionData(dataID: id, value: text, uri: uri, attributes: reader.attributes, line: line))
    }
}
