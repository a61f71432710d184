/// One line of `facets.yaml`: something a test suite must show, or a template of one for each value that the catalogue
/// uses.
///
/// In the texts `{used}` stands for the catalogue's value of ``each`` and `{over}` for one of ``over``.
package struct FacetRule: Sendable, Hashable {
    /// How badly a suite needs it.
    package enum Level: String, Sendable, Hashable, Codable {
        /// A suite without it is not complete.
        case must
        /// Worth having where it costs no receiver more.
        case should
    }

    /// Its stable name: `class/smart-tv`, `range/{used}`.
    package var id: String
    /// What it is, for people.
    package var title: String
    /// Why it matters.
    package var why: String
    /// How badly a suite needs it.
    package var level: Level
    /// What the catalogue must use for the facet to count at all; empty for always.
    package var when: [TraitValue<CatalogueTrait>]
    /// One facet for each value of this trait that the catalogue uses; `nil` for one facet.
    package var each: CatalogueTrait?
    /// Values of ``each`` that need no facet.
    package var except: [String]
    /// One facet for each of these words; empty for one.
    package var over: [String]
    /// What a receiver must have to show it; empty where any receiver does.
    package var receiver: [String]
    /// Where it comes from, in words.
    package var source: String
    /// How sure that is.
    package var confidence: String
}

/// A kind of device from which people start playback.
package struct Sender: Sendable, Hashable, Codable {
    /// Its stable name: `iphone`.
    package var id: String
    /// What people call it.
    package var title: String
}

/// The content of `facets.yaml`.
package struct FacetTable: Sendable, Hashable {
    /// The senders to test from.
    package var senders: [Sender]
    /// The facets, in order of importance for people.
    package var rules: [FacetRule]
}
