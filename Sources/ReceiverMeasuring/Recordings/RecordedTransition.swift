/// What a recording shows of one switch from an asset to another. Times are in microseconds of the recording, unless said.
package struct RecordedTransition: Sendable, Hashable {
    /// The asset before.
    package var from: MarkedAssets.Asset
    /// The asset after.
    package var to: MarkedAssets.Asset
    /// Number of the last frame of the asset before.
    package var lastFrame: Int
    /// When it appeared.
    package var lastFrameAt: Int
    /// When the asset before would have shown its next frame.
    package var boundary: Int
    /// Number of the first frame of the asset after.
    package var firstFrame: Int
    /// When it appeared.
    package var firstFrameAt: Int
    /// How long the last frame stayed beyond its own duration.
    package var freeze: Int
    /// How long there was darkness in between.
    package var black: Int
    /// How long there was something in between that is neither a marker nor darkness.
    package var unreadable: Int
    /// The longest time without a new picture, from the last frames of the one to the first two seconds of the other, beyond
    /// the duration of the picture that stayed.
    package var longestWait: Int
    /// When the time line of the asset after began, reckoned from its frames once it ran; `nil` where too few were seen.
    package var timeLineStart: Int?
    /// Frames that the asset before still had; `nil` where its length is unknown.
    package var unplayedFrames: Int?
    /// Frames that were left out while either asset ran within two seconds of the switch, not counting the first frames of
    /// the asset after; `nil` where the recording has too few pictures to tell.
    package var missingFrames: Int?
    /// Frames' durations for which a frame was shown too long in the same time; `nil` as before.
    package var repeatedFrames: Int?
    /// When the tone of the asset before was heard last; `nil` where it was not heard well enough.
    package var soundEnd: Int?
    /// When the tone of the asset after was heard first; `nil` where it was not heard well enough.
    package var soundStart: Int?
    /// By how much sound was late against the picture (early where negative) before the switch; `nil` without ticks.
    package var soundLatenessBefore: Int?
    /// The same after the switch.
    package var soundLatenessAfter: Int?
    /// How precisely times of pictures are known.
    package var pictureResolution: Int

    /// How precisely times of sound are known.
    package static let soundResolution = SoundTrack.window

    /// Time without either tone; 0 where they overlap, `nil` where one of them is unknown.
    package var silence: Int? {
        guard let soundEnd, let soundStart else { return nil }
        return max(0, soundStart - soundEnd)
    }

    /// Time from the boundary to the beginning of the second time line.
    package var start: Int? { timeLineStart.map { $0 - boundary } }

    /// Time from the first picture of the asset after to its first sound; negative where sound came first.
    package var soundAfterPicture: Int? { soundStart.map { $0 - firstFrameAt } }
}

/// A time within one asset in which no new picture came.
package struct RecordedInterruption: Sendable, Hashable {
    /// The asset.
    package var asset: MarkedAssets.Asset
    /// Number of the frame that stayed.
    package var frame: Int
    /// When the next frame was due, in microseconds of the recording.
    package var at: Int
    /// How long it was late, in microseconds.
    package var wait: Int
    /// How much of that was dark.
    package var black: Int
}
