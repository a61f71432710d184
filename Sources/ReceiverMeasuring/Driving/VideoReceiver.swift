import AirPlayReceivers
import ReceiverDiscovery

/// A receiver as AirPlay video senders speak to it without pairing: play, ask where it is, stop. Lives on one thread, which
/// it blocks.
final class VideoReceiver {
    /// What came of asking for the state.
    enum Report {
        /// A state, when it was asked for and when it came.
        case state(PlaybackState, sent: ContinuousClock.Instant, arrived: ContinuousClock.Instant)
        /// The receiver wants something first, or has no such thing.
        case refused(status: Int)
        /// There was no answer.
        case failed(Conversation.Failure)
    }

    private enum Question: String {
        case playbackInfo = "/playback-info"
        case scrub = "/scrub"
    }

    private let conversation: Conversation
    private let deadline: Duration
    private var question = Question.playbackInfo

    /// - Parameter deadline: How long a short question may take.
    init(address: String, port: UInt16, password: String?, deadline: Duration) {
        conversation = Conversation(address: address, port: port, password: password)
        self.deadline = deadline
    }

    /// Has it play from the start; the answer says nothing of whether it does.
    ///
    /// - Parameter patience: Some receivers answer only when the asset is loaded.
    func play(
        _ address: String, as form: CommandForm, within patience: Duration
    ) throws(Conversation.Failure) -> Conversation.Answer {
        switch form {
        case .text:
            try conversation.ask(
                .post, "/play", type: "text/parameters",
                body: Array("Content-Location: \(address)\nStart-Position: 0.000000\n".utf8), within: patience)
        case .plist:
            try conversation.ask(
                .post, "/play", type: "application/x-apple-binary-plist",
                body: PropertyListWriter.binary(
                    ReceiverInfo(values: [
                        "Content-Location": .text(address), "Start-Position": .real(0), "rate": .real(1),
                    ])), within: patience)
        }
    }

    /// Where it is. Where there is no `/playback-info`, `/scrub` is asked, which is older and says less.
    func report() -> Report {
        do throws(Conversation.Failure) {
            return try asked()
        } catch {
            return .failed(error)
        }
    }

    private func asked() throws(Conversation.Failure) -> Report {
        let answer = try conversation.ask(.get, question.rawValue, within: deadline)
        if answer.status == 200 {
            let state = question == .scrub ? PlaybackState.scrub(answer.body) : .playbackInfo(answer.body)
            if let state { return .state(state, sent: answer.sent, arrived: answer.arrived) }
        }
        switch (question, answer.status) {
        case (.playbackInfo, 200), (.playbackInfo, 404), (.playbackInfo, 405), (.playbackInfo, 501):
            let older = try conversation.ask(.get, Question.scrub.rawValue, within: deadline)
            guard older.status == 200, let state = PlaybackState.scrub(older.body) else {
                return .refused(status: answer.status)
            }
            question = .scrub
            return .state(state, sent: older.sent, arrived: older.arrived)
        // Nothing is loaded.
        case (.scrub, 200), (.scrub, 404), (.scrub, 405):
            return .state(.idle, sent: answer.sent, arrived: answer.arrived)
        default: return .refused(status: answer.status)
        }
    }

    /// Lets a paused asset go on.
    func resume() throws(Conversation.Failure) {
        _ = try conversation.ask(.post, "/rate?value=1.000000", within: deadline)
    }

    /// Moves to a place in the asset, in whole seconds.
    func seek(to seconds: Int) throws(Conversation.Failure) {
        _ = try conversation.ask(.post, "/scrub?position=\(seconds).000000", within: deadline)
    }

    /// Ends what it plays; whether it took the command.
    func stop() throws(Conversation.Failure) -> Bool {
        (200..<300).contains(try conversation.ask(.post, "/stop", within: deadline).status)
    }

    /// Names the sender to the receiver.
    var session: String { conversation.session }

    /// Ends the connection.
    func close() { conversation.close() }
}
