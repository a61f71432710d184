extension ContainerFormat {
    /// Whether bytes begin with a packet of an MPEG transport stream (ISO 13818-1 section 2.4.3.2), behind which another one
    /// stands.
    ///
    /// Too few bytes for a second packet may be a stream that is cut short, but GIF pictures and short texts can begin with
    /// the same letter.
    package static func beginsTransportStream(_ head: some RandomAccessCollection<UInt8>) -> Bool {
        guard head.first == 0x47 else { return false }
        if let next = head.dropFirst(188).first { return next == 0x47 }
        // A packet that was damaged on its way is none to go by.
        if let second = head.dropFirst().first, second & 0x80 != 0 { return false }
        return !head.starts(with: "GIF8".utf8) && !isText(head)
    }

    /// Whether bytes hold no control characters but blanks and ends of lines, so that they are text rather than media.
    package static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    }
}
