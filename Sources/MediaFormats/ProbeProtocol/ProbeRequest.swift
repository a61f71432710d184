/// What the parent says to the probe worker, one frame each.
///
/// A conversation begins with ``file(path:limits:)`` or ``ranges(_:totalSize:limits:)``. Each
/// ``ProbeReply/needsMore(_:)`` is answered by ``more(_:)`` or ``abandon``, until the worker has answered with
/// ``ProbeReply/measured(_:)`` or ``ProbeReply/failed(_:)``.
package enum ProbeRequest: Sendable, Hashable, Codable {
    /// Measure the regular file at this path; the worker opens nothing else.
    case file(path: String, limits: ProbeLimits)
    /// Measure a resource of which only these ranges are known.
    ///
    /// The payload holds their bytes one after the other. `totalSize` is `nil` when the origin does not say.
    case ranges([ResourceRange], totalSize: Int?, limits: ProbeLimits)
    /// Collect the timed ID3 tags of a transport stream: of the file at this path, or without one of the payload, which
    /// is then the whole resource. Answered by ``ProbeReply/tags(_:)``.
    case tags(path: String?, limits: ProbeLimits)
    /// Read a recording of a screen. Answered by any number of ``ProbeReply/part(_:)`` and one
    /// ``ProbeReply/recording(_:)``.
    case recording(RecordingTask)
    /// More bytes of the resource in question, in the payload. An empty list says that nothing more will come.
    case more([ResourceRange])
    /// The parent does not want an answer any more.
    case abandon
}

/// A range of bytes of a resource that is measured.
package struct ResourceRange: Sendable, Hashable, Codable {
    /// First byte, from 0.
    package var offset: Int
    /// Number of bytes.
    package var length: Int

    /// Names a range.
    package init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The byte after the last one; the largest integer where the sum would not fit.
    package var end: Int {
        let (sum, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : sum
    }
}

/// How far the worker goes for one resource.
package struct ProbeLimits: Sendable, Hashable, Codable {
    /// Bytes that libavformat may use to recognise the streams.
    package var analysisBytes: Int
    /// Bytes of packets that are read afterwards for timestamps and key frames.
    package var packetBytes: Int
    /// Streams that are looked at; a resource with more is refused.
    package var streams: Int
    /// Working time, without the time spent waiting for more bytes.
    package var deadline: Duration

    /// Collects limits; the defaults suit segments and files of a few minutes.
    package init(
        analysisBytes: Int = 5_000_000, packetBytes: Int = 2 << 20, streams: Int = 64,
        deadline: Duration = .seconds(10)
    ) {
        self.analysisBytes = analysisBytes
        self.packetBytes = packetBytes
        self.streams = streams
        self.deadline = deadline
    }
}
