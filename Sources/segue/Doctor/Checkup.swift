/// One thing that `segue doctor` has looked at.
struct Checkup: Encodable {
    /// How it is.
    enum State: String, Encodable {
        /// As it should be.
        case ok
        /// Works, and may surprise.
        case warn
        /// Something of Segue does not work.
        case fail
        /// Could not be found out.
        case unknown
    }

    /// A stable word in kebab case.
    var id: String
    /// How it is.
    var state: State
    /// What was found.
    var found: String
    /// What to do; `nil` when nothing is to be done.
    var advice: String?
    /// Whether Segue can do without knowing this: an unknown hint does not change the exit code.
    var isHint = false

    private enum CodingKeys: String, CodingKey { case id, state, found, advice }

    init(_ id: String, _ state: State, _ found: String, advice: String? = nil, isHint: Bool = false) {
        self.id = id
        self.state = state
        self.found = found
        self.advice = advice
        self.isHint = isHint
    }
}
