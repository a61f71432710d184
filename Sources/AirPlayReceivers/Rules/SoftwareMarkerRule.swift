/// Programs that pose as an Apple TV leave keys that no device publishes.
///
/// Receivers for PCs and Android boxes name themselves in `rmodel` or `rhd` beside the borrowed model; others add
/// `ramach` and its like. Seen on AirReceiver, AirPin, AirServer, X-Mirage, UxPlay, and on no hardware.
struct SoftwareMarkerRule: ClassificationRule {
    static let id = "software-marker"

    private static let markers: Set<String> = [
        "rmodel", "rhd", "rrv", "rsv", "rast", "rastx", "ramach", "raver", "raaudioformats",
    ]

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        facts.entries.filter { Self.markers.contains($0.value.folded) }.map {
            saw($0, "only programs publish this key", for: .software, .decisive)
        }
    }
}
