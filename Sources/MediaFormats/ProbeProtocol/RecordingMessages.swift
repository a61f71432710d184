/// What the worker is to read from a recording of a screen.
package struct RecordingTask: Sendable, Hashable, Codable {
    /// The regular file; the worker opens nothing else.
    package var path: String
    /// The tones of the assets, in hertz; multiples of 100, so that windows of 10 ms tell them apart.
    package var tones: [Int]
    /// The tick on each full second, in hertz; a multiple of 100.
    package var tick: Int
    /// Pictures after which reading ends.
    package var pictureLimit: Int
    /// Working time.
    package var deadline: Duration

    /// Most tones that are listened for.
    package static let mostTones = 64

    /// Describes a task; the default limits suit two hours at 240 pictures a second.
    package init(
        path: String, tones: [Int], tick: Int, pictureLimit: Int = 1_750_000, deadline: Duration = .seconds(7200)
    ) {
        self.path = path
        self.tones = tones
        self.tick = tick
        self.pictureLimit = pictureLimit
        self.deadline = deadline
    }
}

/// What one picture of a recording shows.
package enum RecordedPicture: Sendable, Hashable {
    /// The marker of an asset's frame. A picture in which two neighbouring frames are blended counts for the stronger one.
    case marked(asset: Int, frame: Int, isBlended: Bool)
    /// Nothing but darkness where the marker was.
    case black
    /// Anything else.
    case unreadable
}

/// Some pictures and sounds of a recording, in the order of their times.
package struct RecordingPart: Sendable, Hashable, Codable {
    /// When each picture begins, in microseconds of the recording's own time.
    package var pictureTimes: [Int] = []
    /// What each picture shows; read it with ``picture(_:)``.
    package private(set) var pictureCodes: [Int] = []
    /// When each window of 10 ms of sound begins, in microseconds.
    package var soundTimes: [Int] = []
    /// The strongest of the tones in each window, in hertz; 0 where there is none.
    package var tones: [Int] = []
    /// Its level in tenths of a decibel below full scale, -1200 at least.
    package var toneLevels: [Int] = []
    /// The level of the tick, in the same measure.
    package var tickLevels: [Int] = []

    /// Nothing read yet.
    package init() {}

    /// Number of pictures.
    package var pictureCount: Int { pictureTimes.count }

    /// Adds a picture.
    package mutating func append(_ picture: RecordedPicture, at time: Int) {
        pictureTimes.append(time)
        switch picture {
        case .marked(let asset, let frame, let isBlended):
            pictureCodes.append((asset << 32 | frame & 0xFFFF_FFFF) << 1 | (isBlended ? 1 : 0))
        case .black: pictureCodes.append(-1)
        case .unreadable: pictureCodes.append(-2)
        }
    }

    /// What a picture shows.
    package func picture(_ index: Int) -> RecordedPicture {
        let code = pictureCodes[index]
        guard code >= 0 else { return code == -1 ? .black : .unreadable }
        return .marked(asset: code >> 33, frame: code >> 1 & 0xFFFF_FFFF, isBlended: code & 1 == 1)
    }

    /// Adds a window of sound.
    package mutating func appendSound(tone: Int, level: Int, tickLevel: Int, at time: Int) {
        soundTimes.append(time)
        tones.append(tone)
        toneLevels.append(level)
        tickLevels.append(tickLevel)
    }

    /// Adds what follows.
    package mutating func append(_ other: RecordingPart) {
        pictureTimes += other.pictureTimes
        pictureCodes += other.pictureCodes
        soundTimes += other.soundTimes
        tones += other.tones
        toneLevels += other.toneLevels
        tickLevels += other.tickLevels
    }

    /// Whether the columns have the same lengths and the times can be subtracted from each other, as those of an honest worker.
    package var isWhole: Bool {
        let furthest = 1 << 60
        return pictureTimes.count == pictureCodes.count
            && [tones.count, toneLevels.count, tickLevels.count].allSatisfy { $0 == soundTimes.count }
            && [pictureTimes, soundTimes].allSatisfy { $0.allSatisfy((-furthest...furthest).contains) }
    }
}

/// What the worker says about a recording as a whole.
package struct RecordingFacts: Sendable, Hashable, Codable {
    /// Width of its pictures.
    package var width: Int
    /// Height of its pictures.
    package var height: Int
    /// Name of the picture codec.
    package var codec: String
    /// Whether there is a sound track that could be decoded.
    package var hasSound: Bool
    /// When it was begun, as the container says; `nil` where it does not.
    package var creationTime: String?
    /// Packets that could not be decoded.
    package var damagedPackets: Int
    /// Whether all of it was read.
    package var isComplete: Bool
    /// How the marker was found; `nil` where it never was.
    package var marker: MarkerSight?

    /// Describes a recording.
    package init(width: Int, height: Int, codec: String, hasSound: Bool, creationTime: String?) {
        self.width = width
        self.height = height
        self.codec = codec
        self.hasSound = hasSound
        self.creationTime = creationTime
        damagedPackets = 0
        isComplete = true
    }
}

/// How well a marker is seen in a recording.
package struct MarkerSight: Sendable, Hashable, Codable {
    /// Corners of its black frame in pixels: top left, top right, bottom right, bottom left of the marker itself, x and y.
    package var corners: [Double]
    /// Width of a cell in pixels, in the middle of its upper side.
    package var cellPixels: Double
    /// White less black, of 255.
    package var contrast: Int
    /// How often it had to be found again because it had moved.
    package var relocations: Int

    /// Describes a sight.
    package init(corners: [Double], cellPixels: Double, contrast: Int, relocations: Int) {
        self.corners = corners
        self.cellPixels = cellPixels
        self.contrast = contrast
        self.relocations = relocations
    }
}
