/// One row of the model table: which receivers it covers, what they are, and what they can do, each fact with its
/// source.
///
/// The rows live in `DeviceMatrix/models/*.yaml`; each file is a ``ModelTable``.
package struct ModelEntry: Sendable, Hashable, Codable {
    /// What the row covers.
    package var match: ModelMatch
    /// The maker; `nil` where the row covers several.
    package var maker: String?
    /// The product's name.
    package var product: String
    /// The class. Software rows name programs that say what they are.
    package var receiverClass: ReceiverClass
    /// The decoding tier; a judgement by the rule of ``DecodingTier``.
    package var tier: DecodingTier
    /// What its player does at a change of item; `nil` when the row does not say.
    package var switching: Switching?
    /// Where its picture goes; `nil` when the row does not say.
    package var outputPath: OutputPath?
    /// Why the row's identity is believed.
    package var identity: ModelBacking
    /// What it can play; `nil` when nothing is known of the model.
    package var capabilities: ModelCapabilities?
    /// What else one should know.
    package var note: String?
    /// Whether one can go and buy it: not what its maker sells no more, and no string that several products share; `nil`
    /// when nobody said.
    package var purchasable: Bool?
    /// What such a receiver publishes; `nil` where no record is at hand.
    package var example: ModelExample?
    /// When the row was checked against its sources; `nil` for the day of its file.
    package var checked: CalendarDate?

    private enum CodingKeys: String, CodingKey {
        case match, maker, product, tier, switching, outputPath, identity, capabilities, note, purchasable, example,
            checked
        case receiverClass = "class"
    }
}

/// A file of the model table.
package struct ModelTable: Sendable, Hashable, Codable {
    /// The rows, in the file's order.
    package var models: [ModelEntry]
    /// When the rows without a day of their own were checked against their sources; `nil` when nobody wrote it down.
    package var checked: CalendarDate?

    /// The rows, each with its day.
    package var datedModels: [ModelEntry] {
        models.map { entry in
            var entry = entry
            entry.checked = entry.checked ?? checked
            return entry
        }
    }
}

/// Which receivers a row covers. All that is given must hold.
package struct ModelMatch: Sendable, Hashable, Codable {
    /// Model strings, compared as published.
    package var exact: [String]?
    /// A ``ModelPattern`` for the whole model string.
    package var pattern: String?
    /// A ``ModelPattern`` that takes models out of ``pattern``; `nil` for none.
    package var except: String?
    /// Words with which the published manufacturer begins, compared without case.
    package var manufacturers: [String]?
    /// Whether the feature bits must say that it shows video (`true`) or must not (`false`); `nil` for either.
    package var showsVideo: Bool?
}

/// Why a fact is believed.
package struct ModelBacking: Sendable, Hashable, Codable {
    /// The document, capture or page.
    package var source: String
    /// `confirmed`, `device-stated`, `one-source`, `guess`.
    package var confidence: String
}

/// A fact of the model table with its backing.
package struct ModelFact<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The fact.
    package var value: Value
    /// The document, capture or page.
    package var source: String
    /// `confirmed`, `device-stated`, `one-source`, `guess`.
    package var confidence: String

    /// The fact as a receiver's claim, checked on a day.
    func claim(asOf date: CalendarDate?) -> Claim<Value> {
        Claim(value, origin: .modelTable, source: source, confidence: confidence, asOf: date)
    }
}
