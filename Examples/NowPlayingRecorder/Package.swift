// swift-tools-version: 5.9
import PackageDescription

/// Records what an app publishes as Now Playing. Depends on nothing; where there is no MediaPlayer framework it is empty.
let package = Package(
    name: "NowPlayingRecorder",
    platforms: [.iOS(.v16), .tvOS(.v16), .macOS(.v13)],
    products: [.library(name: "NowPlayingRecorder", targets: ["NowPlayingRecorder"])],
    targets: [.target(name: "NowPlayingRecorder")]
)
