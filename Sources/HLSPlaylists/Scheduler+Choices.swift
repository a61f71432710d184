extension Scheduler {
    mutating func noteUnknownLength(_ event: InterstitialEvent) {
        let depends = event.statedResumeOffset == nil
        choices.append(
            ScheduleChoice(
                topic: "length-unknown", eventID: event.id,
                chosen: depends ? "the primary resumes where it was left" : "the stated offset counts",
                alternatives: depends ? ["the primary resumes after the length that the assets turn out to have"] : []))
    }

    mutating func noteReplaced(_ event: InterstitialEvent, chosen: String) {
        let all = [
            "it does not play (draft: the playhead never gets there; Shaka, media3)",
            "it plays before the primary resumes, offsets are summed (AVFoundation)",
            "it plays next and the primary resumes by its own start (hls.js)",
        ]
        choices.append(
            ScheduleChoice(
                topic: "inside-replaced-range", eventID: event.id, chosen: chosen, alternatives: all))
    }
}
