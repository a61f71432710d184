/// Why an asset gave no presentation at all.
public enum PresentationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The first document could not be read.
    case unreadable(AssetReadError)
    /// The first document is neither a playlist nor media.
    case notAPlaylist(AssetReference, [Diagnostic])

    /// What failed, with which input, and why.
    public var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .notAPlaylist(let reference, let diagnostics):
            diagnostics.first { $0.severity == .error }?.description ?? "\(reference): neither a playlist nor media"
        }
    }
}
