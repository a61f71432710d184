/// What people are told about what reading a document can complain of: its bytes, its tags, its attributes.
///
/// Rules of authoring are `PlaylistRule`; these say why a tag, or a whole document, could not be taken as it stands. Every code that a reader of this
/// room writes into a `Diagnostic` is described here, in `AssetRule`, `PlaylistRule` or `ScheduleAuditRule`.
public enum ReadingRule {
    /// Each code's rule, by document: playlists from the outside in, then date ranges, interstitials, asset lists, presentations, live and plans.
    public static let descriptions: [RuleDescription] =
        documents + tags + segments + attributes + variables + dateRanges + interstitials + assetLists + presentations
}
