/// Sonos numbers its firmware `p20.`, two numbers, a dash and a build of five digits; most that Sonos sells are speakers.
///
/// It speaks where no row knows the model: a firmware says who made a receiver, and a known model says more than that.
struct SonosFirmwareRule: ClassificationRule {
    static let id = "sonos-firmware"

    func evidence(in facts: ReceiverFacts, model: ModelIndex.Row?) -> [Evidence] {
        guard model.map({ $0.by == .manufacturer }) ?? true, let firmware = facts.firmware,
            firmware.value.wholeMatch(of: /p20\.\d{2,3}\.\d-\d{5,6}/) != nil
        else {
            return []
        }
        return [
            saw(firmware, "numbered as Sonos does", for: .smartSpeaker, .fair),
            saw(firmware, "Sonos sells sound bars as well", for: .soundBar, .weak),
        ]
    }
}
