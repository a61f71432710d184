package import HLSPlaylists

/// One change of asset during playback, with everything that decides how visible it is.
package struct Transition: Sendable, Hashable {
    /// What kind of boundary it is. The direction matters: a return may land inside a group of pictures.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// From the primary asset into an interstitial asset.
        case enter
        /// From one interstitial asset to the next, with no primary content between.
        case between
        /// Back into the primary asset.
        case resume
        /// From one stretch of an asset to the next, inside one item: an ad stitched into the stream.
        case discontinuity
    }

    /// A stable name within the presentation: `ad-2/enter`, `pod/1-2`, `pod/resume`.
    package var id: String
    /// The kind of boundary.
    package var kind: Kind
    /// Primary time at which it happens.
    package var at: Duration
    /// The asset that ends.
    package var from: AssetProfile
    /// The asset that begins.
    package var to: AssetProfile
    /// The primary asset around the break: what advice compares an ad with.
    package var primary: AssetProfile
    /// How the next asset gets to the receiver.
    package var delivery: Delivery
    /// Where in the primary asset playback resumes, relative to what a decoder needs; `nil` unless ``Kind/resume``.
    package var landing: Landing?

    /// Describes a transition.
    package init(
        id: String, kind: Kind, at: Duration, from: AssetProfile, to: AssetProfile, primary: AssetProfile,
        delivery: Delivery, landing: Landing? = nil
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.from = from
        self.to = to
        self.primary = primary
        self.delivery = delivery
        self.landing = landing
    }
}

/// How the data of the next asset reaches a receiver, and how long beforehand it may start.
package struct Delivery: Sendable, Hashable, Codable {
    /// An asset list must be asked for first (X-ASSET-LIST).
    package var usesAssetList: Bool
    /// The asset lives on a host that the primary does not use.
    package var usesNewHost: Bool
    /// Playlists must be read before media.
    package var usesPlaylists: Bool
    /// Time between the moment the break is known and reachable, and its start: how early a receiver with an endless
    /// buffer could begin to load. The receiver's own buffer bounds it further.
    package var notice: Duration

    /// Describes a delivery.
    package init(usesAssetList: Bool, usesNewHost: Bool, usesPlaylists: Bool, notice: Duration) {
        self.usesAssetList = usesAssetList
        self.usesNewHost = usesNewHost
        self.usesPlaylists = usesPlaylists
        self.notice = notice
    }
}

/// Where a resumption lands in the primary asset.
package enum Landing: Sendable, Hashable, Codable {
    /// On a picture that can be decoded alone.
    case keyframe
    /// This long after the last such picture.
    case afterKeyframe(Duration)
    /// Not known; the group of pictures is this long if it was measured.
    case unknown(groupOfPictures: Duration?)
}
