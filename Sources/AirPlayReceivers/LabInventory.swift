/// The receivers that a team owns (`lab.yaml`), to be compared with what answers.
///
/// ```yaml
/// receivers:
///   - { id: "aa:bb:cc:dd:ee:ff", name: Shelf 2 left, address: 10.0.0.21, firmware: p20.T-NKM2AKUC-2141.2, model: LS03F }
///   - { id: "11:22:33:44:55:66", matchDynamicRange: true, matchFrameRate: false, audioFormat: stereo }
/// ```
package struct LabInventory: Sendable, Hashable, Codable {
    /// One receiver of the lab.
    package struct Item: Sendable, Hashable, Codable {
        /// The id by which `segue discover` shows it.
        package var id: String
        /// The name it should have; `nil` for any.
        package var name: String?
        /// An address it should have; `nil` for any.
        package var address: String?
        /// The firmware or system version it should run; `nil` for any.
        package var firmware: String?
        /// The model as published (`AppleTV14,1`), by which the model table is asked what it can do; `nil` when nobody
        /// said.
        package var model: String?
        /// The maker as published, for models whose string several makers use; `nil` when nobody said.
        package var manufacturer: String?
        /// The class, for receivers that no model table knows; `nil` when the model says it.
        package var receiverClass: ReceiverClass?
        /// The decoding tier, for receivers that no model table knows; `nil` when the model says it.
        package var tier: DecodingTier?
        /// Whether its display follows the content's dynamic range; `nil` when nobody looked.
        package var matchDynamicRange: Bool?
        /// Whether its display follows the content's frame rate; `nil` when nobody looked.
        package var matchFrameRate: Bool?
        /// What it sends as sound; `nil` when nobody looked.
        package var audioFormat: AudioFormat?
        /// Whether source and panel use Quick Media Switching; `nil` when nobody looked.
        package var quickMediaSwitching: Bool?

        private enum CodingKeys: String, CodingKey {
            case id, name, address, firmware, model, manufacturer, tier
            case matchDynamicRange, matchFrameRate, audioFormat, quickMediaSwitching
            case receiverClass = "class"
        }

        /// What is set on it, as far as the inventory says.
        package var settings: ViewerSettings {
            var settings = ViewerSettings()
            settings.matchDynamicRange = matchDynamicRange
            settings.matchFrameRate = matchFrameRate
            settings.audioFormat = audioFormat
            settings.quickMediaSwitching = quickMediaSwitching
            return settings
        }
    }

    /// What is set on the receiver of this id; nothing where the inventory does not name it.
    package func settings(of id: String) -> ViewerSettings {
        receivers.first { $0.id.lowercased() == id.lowercased() }?.settings ?? ViewerSettings()
    }

    /// The receivers.
    package var receivers: [Item]

    /// The inventory as it is found: every receiver with its name, first address and firmware.
    package init(found receivers: [Receiver]) {
        self.receivers = receivers.map {
            Item(id: $0.id, name: $0.name, address: $0.addresses.first, firmware: $0.firmware)
        }
    }

    /// Whether every receiver of the inventory is among these, at the address it should have: the addresses of the two
    /// families do not come at one time.
    package func isCovered(by receivers: [Receiver]) -> Bool {
        let found = Dictionary(receivers.map { ($0.id.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        return self.receivers.allSatisfy { item in
            guard let receiver = found[item.id.lowercased()] else { return false }
            return item.address.map { receiver.addresses.contains($0) } ?? true
        }
    }
}

/// How a lab differs from its inventory.
package struct InventoryDifference: Sendable, Hashable, Codable {
    /// A receiver that differs in one respect.
    package struct Change: Sendable, Hashable, Codable {
        /// Its id.
        package var id: String
        /// What the inventory says.
        package var expected: String
        /// What was found.
        package var found: String
    }

    /// In the inventory and not found, by id.
    package var missing: [LabInventory.Item] = []
    /// Found and not in the inventory, by id.
    package var new: [LabInventory.Item] = []
    /// Found at other addresses.
    package var moved: [Change] = []
    /// Found under another name.
    package var renamed: [Change] = []
    /// Found with another firmware or system version.
    package var firmwareChanged: [Change] = []

    /// Whether the lab is as the inventory says.
    package var isEmpty: Bool {
        missing.isEmpty && new.isEmpty && moved.isEmpty && renamed.isEmpty && firmwareChanged.isEmpty
    }

    /// Compares an inventory with what was found.
    package init(expected: LabInventory, found receivers: [Receiver]) {
        let byID = Dictionary(receivers.map { ($0.id.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        for item in expected.receivers.sorted(by: { $0.id < $1.id }) {
            guard let receiver = byID[item.id.lowercased()] else {
                missing.append(item)
                continue
            }
            if let address = item.address, !receiver.addresses.contains(address) {
                moved.append(Change(id: item.id, expected: address, found: receiver.addresses.joined(separator: " ")))
            }
            if let name = item.name, name != receiver.name {
                renamed.append(Change(id: item.id, expected: name, found: receiver.name))
            }
            if let firmware = item.firmware, firmware != receiver.firmware {
                firmwareChanged.append(Change(id: item.id, expected: firmware, found: receiver.firmware ?? "-"))
            }
        }
        let known = Set(expected.receivers.map { $0.id.lowercased() })
        new = LabInventory(found: receivers.filter { !known.contains($0.id.lowercased()) }).receivers
            .sorted { $0.id < $1.id }
    }
}
