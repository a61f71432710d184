/// What was read for the segment whose URI has not come yet, and what stays in force for later ones.
struct PendingSegment {
    var duration: Duration?
    var durationLine: SourceLine?
    var title: String?
    var byteRange: (length: Int, offset: Int?)?
    var date: ProgramDate?
    var isDiscontinuous = false
    var isGap = false
    var parts: [PartialSegment] = []

    /// In force until changed.
    var bitrate: Int32 = -1
    var map: Int32 = -1
    var keys: [EncryptionKey] = []
    var keySet: Int32 = -1
    /// Where the last byte range ended, and of which resource.
    var rangeEnd = 0
    var rangeURI: Range<Int>?
    var partRangeEnd = 0
    var partRangeURI = ""
}
