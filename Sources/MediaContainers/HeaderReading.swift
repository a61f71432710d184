package import MediaFormats

/// What the headers of a resource show, and which bytes would show more.
package struct HeaderReading: Sendable {
    /// The wrapping; `nil` when it is none that is read here.
    package var container: ContainerFormat?
    /// What shows the wrapping.
    package var evidence = "header"
    /// Where the list of tracks stands.
    package var trackList = "header"
    /// Whether the list of tracks was read to its end.
    package var listsAllTracks = false
    /// The tracks in file order.
    package var tracks: [TrackFacts] = []
    /// Timed metadata found.
    package var cues: [TimedMetadataCue] = []
    /// Length of the whole resource, where a header states it.
    package var duration: Duration?
    /// The next bytes that would decide something; `nil` when nothing more is to be learned from headers.
    package var wants: Range<Int>?
    /// Whether the headers are longer than what is read of headers alone.
    package var isTooLong = false
    /// What is wrong with the bytes, for the end of a sentence; `nil` when nothing is.
    package var problem: String?
    /// What shows that bytes are missing at the end, as a sentence; `nil` when nothing does.
    package var cut: String?

    /// Nothing read yet.
    package init() {}

    /// Reads what the headers among these bytes show.
    ///
    /// When ``wants`` is not `nil`, add those bytes to the window and read again.
    package init(_ window: MediaWindow) {
        self.init()
        let head = window.reader(from: 0)
        guard head.count > 0 else {
            problem = "the file is empty"
            return
        }
        if ISOMovie.recognises(head) {
            ISOMovie.read(window, into: &self)
        } else if TransportStream.recognises(head) {
            TransportStream.read(window, into: &self)
        } else if WebVTTHeader.recognises(head) {
            WebVTTHeader.read(window, into: &self)
        } else if PackedAudio.recognises(head) {
            PackedAudio.read(window, into: &self)
        } else {
            problem = "no container whose headers are read"
        }
    }
}
