/// What the probe worker answers, one frame each.
package enum ProbeReply: Sendable, Hashable, Codable {
    /// The facts; the conversation is over.
    case measured(MeasuredMedia)
    /// The tags; the conversation is over.
    case tags(TimedTagHarvest)
    /// What the next part of a recording shows; more follows.
    case part(RecordingPart)
    /// A recording was read to its end; the conversation is over.
    case recording(RecordingFacts)
    /// These bytes decide something that is still unknown; the end of the resource may come earlier.
    case needsMore(ResourceRange)
    /// Nothing could be found out; the conversation is over.
    case failed(ProbeFailure)
}

/// Why the worker could find out nothing about a resource.
package struct ProbeFailure: Error, Sendable, Hashable, Codable {
    /// The kind of failure, one for each remedy.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// The path cannot be opened or is no regular file.
        case unreadable
        /// No bytes at all.
        case empty
        /// Something else than audio or video: text, a web page, a playlist, a picture.
        case notMedia
        /// Encrypted as a whole, without its key.
        case encrypted
        /// Looks like media, but what is needed to understand it is missing.
        case truncated
        /// Looks like media, but contradicts itself.
        case damaged
        /// A container without audio, video or subtitles.
        case noTracks
        /// The working time is over.
        case timedOut
        /// The memory limit was met.
        case outOfMemory
        /// The parent gave up.
        case abandoned
        /// The request makes no sense; a fault in the parent.
        case badRequest
    }

    /// The kind of failure.
    package var kind: Kind
    /// What was seen, for the end of a sentence: `an HTML page`.
    package var detail: String

    /// Describes a failure.
    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }
}
