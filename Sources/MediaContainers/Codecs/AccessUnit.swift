import MediaFormats

/// The first picture of a track: its parameter sets, its messages, and whether it can be decoded alone.
enum AccessUnit {
    /// Reads units in stream order.
    static func read(_ units: [ArraySlice<UInt8>], isHEVC: Bool, into facts: inout TrackFacts) {
        for unit in units {
            let sequence = isHEVC ? HEVCSequence.read(unit) : AVCSequence.read(unit)
            guard let sequence else { continue }
            sequence.apply(to: &facts, from: .bitstream("SPS"))
            facts.sequence = facts.sequence ?? sequence
            break
        }
        for unit in units {
            SupplementalMessages.read(unit, isHEVC: isHEVC, sequence: facts.sequence)?
                .apply(to: &facts, from: .bitstream("SEI"))
        }
    }

    /// Whether the first slice among units can be decoded alone; `nil` without a slice.
    static func startsWithKeyPicture(_ units: [ArraySlice<UInt8>], isHEVC: Bool) -> Bool? {
        for unit in units {
            guard let head = unit.first else { continue }
            if isHEVC {
                let type = head >> 1 & 0x3F
                if type < 32 { return (16...21).contains(type) }
            } else {
                let type = head & 0x1F
                if (1...5).contains(type) { return type == 5 }
            }
        }
        return nil
    }
}
