/// Whether a property belongs into a Now Playing dictionary.
package enum Presence: String, Sendable, Hashable, Codable {
    /// It has to be there.
    case required
    /// It may be there.
    case optional
    /// It must not be there.
    case forbidden
}
