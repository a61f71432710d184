// swift-tools-version: 6.2
import PackageDescription

/// Warnings stop `make test` and CI, not the build of somebody with a newer compiler.
let warningsAreErrors = Context.environment["SEGUE_WARNINGS_AS_ERRORS"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

let package = Package(
    name: "segue",
    products: [
        .executable(name: "segue", targets: ["segue"]),
        .library(name: "HLSPlaylists", targets: ["HLSPlaylists"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    ],
    targets: [
        // Cupboards: a module map and a shim header for what Swift cannot import.
        .systemLibrary(name: "CAvahi", providers: [.apt(["libavahi-client-dev"])]),
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CLibAV",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"])]),

        // Pure rooms.
        .target(name: "MediaFormats", swiftSettings: swiftSettings),
        .target(name: "AirPlayReceivers", dependencies: ["MediaFormats"], swiftSettings: swiftSettings),
        .target(name: "MediaContainers", dependencies: ["CZlib", "MediaFormats"], swiftSettings: swiftSettings),
        .target(name: "HLSPlaylists", dependencies: ["MediaFormats"], swiftSettings: swiftSettings),
        .target(
            name: "TransitionRisk",
            dependencies: ["AirPlayReceivers", "HLSPlaylists", "MediaFormats"],
            swiftSettings: swiftSettings),

        .target(name: "NowPlaying", dependencies: ["HLSPlaylists", "MediaFormats"], swiftSettings: swiftSettings),

        // Doors and data.
        .target(
            name: "ReceiverDiscovery",
            dependencies: ["AirPlayReceivers", "CAvahi", "CExpat"],
            swiftSettings: swiftSettings),
        .target(
            name: "MediaProbing",
            dependencies: ["CCurl", "HLSPlaylists", "MediaContainers", "MediaFormats", subprocess],
            swiftSettings: swiftSettings),
        .target(
            name: "DeviceMatrix",
            dependencies: ["AirPlayReceivers", "HLSPlaylists", "MediaFormats", "NowPlaying", "TransitionRisk", yams],
            swiftSettings: swiftSettings,
            plugins: ["EmbedDeviceMatrix"]),
        .target(
            name: "SuitePlanning",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "MediaFormats", "NowPlaying", "TransitionRisk",
            ],
            swiftSettings: swiftSettings),
        .target(
            name: "ReceiverMeasuring",
            dependencies: ["AirPlayReceivers", "CCurl", "MediaFormats", "ReceiverDiscovery", "TransitionRisk"],
            swiftSettings: swiftSettings),
        .target(
            name: "HarnessReports",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "MatrixRuns", "MediaFormats", "NowPlaying",
                "SuitePlanning", "TransitionRisk", mustache, yams,
            ],
            swiftSettings: swiftSettings),

        .target(
            name: "MatrixRuns",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "MediaFormats", "TransitionRisk", grdb,
            ],
            swiftSettings: swiftSettings),

        // Programs.
        .executableTarget(
            name: "segue-probe", dependencies: ["CLibAV", "MediaContainers", "MediaFormats"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "segue",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "HarnessReports", "MatrixRuns", "MediaFormats",
                "MediaProbing", "NowPlaying", "ReceiverDiscovery", "ReceiverMeasuring", "SuitePlanning",
                "TransitionRisk", "segue-probe", argumentParser,
            ],
            swiftSettings: swiftSettings),

        .executableTarget(
            name: "segue-bench",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "HarnessReports", "HarnessTestSupport",
                "MatrixRuns", "MediaContainers", "MediaFormats", "SuitePlanning", "TransitionRisk", "segue",
                argumentParser,
            ],
            swiftSettings: swiftSettings),

        // Build-time: the shipped device matrix becomes part of the program.
        .executableTarget(
            name: "embed-device-matrix", path: "Plugins/embed-device-matrix", swiftSettings: swiftSettings),
        .plugin(name: "EmbedDeviceMatrix", capability: .buildTool(), dependencies: ["embed-device-matrix"]),

        // Tests.
        .target(
            name: "HarnessTestSupport",
            dependencies: ["CSpawn", "HLSPlaylists", "MediaFormats"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "DeviceMatrixTests",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "HarnessTestSupport", "MediaFormats",
                "TransitionRisk",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "TransitionRiskTests",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "HarnessTestSupport", "MediaFormats",
                "TransitionRisk",
            ],
            exclude: ["reckon-delay-model.py"], swiftSettings: swiftSettings),
        .testTarget(
            name: "SuitePlanningTests",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "HarnessTestSupport", "MediaFormats", "NowPlaying",
                "SuitePlanning", "TransitionRisk",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "MatrixRunsTests",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "HarnessReports", "HarnessTestSupport",
                "MatrixRuns",
                "MediaFormats", "TransitionRisk", grdb,
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AirPlayReceiversTests", dependencies: ["AirPlayReceivers", "MediaFormats", yams],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ReceiverDiscoveryTests",
            dependencies: ["AirPlayReceivers", "HarnessTestSupport", "ReceiverDiscovery", "segue"],
            exclude: ["Lab"], swiftSettings: swiftSettings),
        .testTarget(
            name: "HarnessReportsTests",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HLSPlaylists", "HarnessReports", "HarnessTestSupport",
                "MediaFormats", "SuitePlanning", "TransitionRisk",
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "HLSPlaylistsTests", dependencies: ["HLSPlaylists", "MediaFormats"],
            exclude: ["Fixtures", "expected-exceptions.tsv", "corpus-diagnostics.tsv"], swiftSettings: swiftSettings),
        .testTarget(
            name: "NowPlayingTests", dependencies: ["HLSPlaylists", "MediaFormats", "NowPlaying"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "MediaContainersTests", dependencies: ["MediaContainers", "MediaFormats"],
            swiftSettings: swiftSettings),
        .testTarget(name: "MediaFormatsTests", dependencies: ["MediaFormats"], swiftSettings: swiftSettings),
        .testTarget(
            name: "MediaProbingTests",
            dependencies: [
                "HLSPlaylists", "HarnessTestSupport", "MediaContainers", "MediaFormats", "MediaProbing", "segue",
                "segue-probe",
            ],
            swiftSettings: swiftSettings),
        .testTarget(name: "SegueTests", dependencies: ["HarnessTestSupport", "segue"], swiftSettings: swiftSettings),
        .testTarget(
            name: "SegueProbeTests",
            dependencies: ["CLibAV", "MediaFormats", "segue-probe"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ReceiverMeasuringTests",
            dependencies: [
                "AirPlayReceivers", "DeviceMatrix", "HarnessTestSupport", "MediaFormats", "ReceiverDiscovery",
                "ReceiverMeasuring", "TransitionRisk",
            ],
            swiftSettings: swiftSettings),
        .testTarget(name: "PackageStructureTests", swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
