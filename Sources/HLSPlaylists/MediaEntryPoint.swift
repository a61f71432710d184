public import MediaFormats

/// The first media of a playlist: what a prober has to fetch to see real operating parameters.
public struct MediaEntryPoint: Sendable, Hashable {
    /// A resource or a part of it.
    public struct Resource: Sendable, Hashable {
        /// Where it is.
        public var reference: AssetReference
        /// The part; `nil` for all of it.
        public var range: ByteRange?
    }

    /// The media initialization section; `nil` when there is none.
    public var initialization: Resource?
    /// The segment.
    public var segment: Resource
    /// Its position in the playlist.
    public var index: Int
    /// Its stated length.
    public var duration: Duration
    /// How it is protected.
    public var protection: ProtectionScheme
    /// Key formats that can unlock it; empty for clear media.
    public var keyFormats: [String]
    /// The container by EXT-X-MAP and file name; `nil` when neither tells.
    public var container: ContainerFormat?
}

extension LoadedMediaPlaylist {
    /// The first segment that can be loaded, or `nil` for a playlist without any.
    ///
    /// - Throws: When a URI names nothing that may be fetched.
    public func entryPoint() throws(AssetReferenceError) -> MediaEntryPoint? {
        try entryPoint(from: 0)
    }

    /// The first segment at or after a position that can be loaded, or `nil` when there is none.
    ///
    /// - Throws: When a URI names nothing that may be fetched.
    public func entryPoint(from position: Int) throws(AssetReferenceError) -> MediaEntryPoint? {
        let segments = playlist.segments
        guard position >= 0, position < segments.count,
            let index = segments.indices[position...].first(where: { !segments.rows[$0].isGap })
        else { return nil }
        let segment = segments[index]
        var initialization: MediaEntryPoint.Resource?
        if let map = segment.map {
            initialization = MediaEntryPoint.Resource(reference: try reference.resolving(map.uri), range: map.byteRange)
        }
        return MediaEntryPoint(
            initialization: initialization,
            segment: MediaEntryPoint.Resource(
                reference: try reference.resolving(segment.uri), range: segment.byteRange),
            index: index, duration: segment.duration, protection: segment.protection,
            keyFormats: segment.keys.map(\.keyFormat), container: segment.container)
    }

    /// Positions of segments after which the media may change: those that follow a discontinuity, and the first with
    /// another initialization section.
    public var changePoints: [Int] {
        let rows = playlist.segments.rows
        return rows.indices.dropFirst().filter { rows[$0].isDiscontinuous || rows[$0].map != rows[$0 - 1].map }
    }
}

extension MediaSegment {
    /// How the segment is protected, by its keys. The scheme inside SAMPLE-AES media depends on the container.
    public var protection: ProtectionScheme {
        guard let method = keys.first?.method else { return .none }
        switch method {
        case "AES-128": return .aes128
        case "SAMPLE-AES": return container == .fragmentedMP4 || container == .mp4 ? .cbcs : .sampleAES
        case "SAMPLE-AES-CTR": return .cenc
        default: return ProtectionScheme(rawValue: method)
        }
    }

    /// The container by EXT-X-MAP and file name.
    public var container: ContainerFormat? {
        let named = MediaSniffer.container(named: uri)
        guard map != nil else { return named }
        return named == .transportStream ? named : .fragmentedMP4
    }
}
