import HLSPlaylists
import NowPlaying
import TransitionRisk

/// One stop of playback that a person can test: breaks that follow each other without primary between them, or a time
/// at which a service plan lets none play.
struct Visit: Sendable {
    /// One break of it.
    struct Part: Sendable, Hashable {
        /// The event's identifier.
        var eventID: String
        /// How long it plays; `nil` when unknown.
        var plays: Duration?
        /// What the viewer may not do; `nil` when nobody knows.
        var restrictions: Restrictions?
        /// When a button to skip is offered, from and to, counted from its start.
        var skipWindow: [Duration]
        /// When it plays at all.
        var cue: Cue
        /// How many assets it has.
        var assets: Int
        /// Whether its assets come from a list.
        var usesList: Bool
    }

    /// Where the judgement of a transition comes from.
    enum Judgement: Sendable {
        /// From the media on both sides.
        case media(Transition)
        /// From a check that was made before, by the column of its verdict.
        case recorded([String: Prediction])
    }

    /// One change of asset.
    struct Step: Sendable {
        /// The transition's name in its presentation.
        var id: String
        /// What kind of boundary it is.
        var kind: Transition.Kind
        /// What is known of it.
        var judgement: Judgement
        /// The same for changes of asset that are alike in all that decides a verdict.
        var number = 0
    }

    /// Where the presentation stands in the catalogue.
    var presentation: Int
    /// Which of its sessions.
    var session: Int
    /// The service plan's name.
    var plan: String
    /// Primary time at which playback leaves; where it would leave if the plan let the break play.
    var at: Duration
    /// Time since playback began, watched from the start.
    var playoutStart: Duration?
    /// Primary time at which it goes on; `nil` when it does not, or nobody knows.
    var resume: Duration?
    /// The breaks, in playing order; empty where none plays.
    var parts: [Part]
    /// Events that do not play under the plan.
    var suppressed: [String] = []
    /// Whether the service plan makes something else of it than the playlist does.
    var isChangedByPlan = false
    /// Changes of asset, in order.
    var steps: [Step]
    /// What it uses, as `trait=value`.
    var traits: Set<String>
    /// What is tried beside the breaks themselves; `nil` where it is about the breaks.
    var appleSide: AppleSideCase?

    /// What people call it.
    var name: String {
        parts.isEmpty ? "no break" : parts.map(\.eventID).joined(separator: " + ")
    }
}

/// A visit with how often its like occurs in the catalogue.
struct CountedVisit: Sendable {
    /// The first of its kind, by presentation and time.
    var visit: Visit
    /// How many there are.
    var count: Int
}
