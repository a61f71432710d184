import MediaFormats

/// Names of channel arrangements, by what codecs count.
enum ChannelOrder {
    /// One or two channels, which can be arranged in one way only.
    static func named(_ channels: Int) -> ChannelLayout? { channels == 1 ? .mono : channels == 2 ? .stereo : nil }

    /// `channelConfiguration` of AAC (ISO 14496-3 table 1.19).
    static func aac(_ configuration: Int) -> (channels: Int, layout: ChannelLayout?)? {
        // By the book 7 has its pairs in front; many encoders write it for pairs at the back, and nothing tells them apart.
        let row: (channels: Int, name: String?)? =
            switch configuration {
            case 1: (1, "mono")
            case 2: (2, "stereo")
            case 3: (3, "3.0")
            case 4: (4, "4.0")
            case 5: (5, "5.0")
            case 6: (6, "5.1")
            case 7: (8, nil)
            case 11: (7, "6.1")
            case 12: (8, "7.1")
            case 14: (8, "7.1(top)")
            default: nil
            }
        return row.map { row in
            (row.channels, row.name.flatMap { ChannelLayout(libavName: $0, channels: row.channels) })
        }
    }

    /// The name that libavutil has for the elements of an AAC program: one digit an element, the number of its channels.
    static func program(front: String, side: String, back: String, hasLow: Bool) -> String? {
        let point = hasLow ? ".1" : ".0"
        switch (front, side + "|" + back) {
        case ("1", "|"): return hasLow ? nil : "mono"
        case ("2", "|"): return hasLow ? "2.1" : "stereo"
        case ("12", "|"): return "3" + point
        case ("12", "|1"): return "4" + point
        case ("2", "|2"), ("2", "2|"): return hasLow ? nil : "quad"
        case ("12", "|2"), ("12", "2|"): return "5" + point
        case ("12", "2|1"): return "6" + point
        case ("12", "|21"): return hasLow ? "6.1" : "hexagonal"
        case ("12", "2|2"): return "7" + point
        case ("122", "|2"), ("122", "2|"): return hasLow ? "7.1(wide)" : "7.0(front)"
        default: return nil
        }
    }

    /// `acmod` and `lfeon` of AC-3 and E-AC-3 (ETSI TS 102 366 table 4.3).
    static func dolby(mode: Int, lowFrequency: Bool) -> (channels: Int, layout: ChannelLayout?)? {
        guard (0...7).contains(mode) else { return nil }
        let channels = [2, 1, 2, 3, 3, 4, 4, 5][mode] + (lowFrequency ? 1 : 0)
        let names =
            lowFrequency
            ? ["2.1", nil, "2.1", "3.1", nil, "4.1", nil, "5.1"]
            : ["stereo", "mono", "stereo", "3.0", "3.0(back)", "4.0", "quad(side)", "5.0"]
        return (channels, names[mode].flatMap { ChannelLayout(libavName: $0, channels: channels) })
    }

    /// `ChannelConfiguration` of ISO 23091-3.
    static func codingIndependent(_ index: Int) -> ChannelLayout? {
        let rows: [Int: (Int, String)] = [
            1: (1, "mono"), 2: (2, "stereo"), 3: (3, "3.0"), 4: (4, "4.0"), 5: (5, "5.0"), 6: (6, "5.1"),
            12: (8, "7.1"),
        ]
        return rows[index].flatMap { ChannelLayout(libavName: $0.1, channels: $0.0) }
    }
}

extension TrackFacts {
    /// Notes how many channels there are and how they are arranged.
    mutating func setChannels(_ channels: Int, layout: ChannelLayout?, from place: Provenance) {
        guard channels > 0 else { return }
        set(\.layout, layout, .audioChannelLayout, place)
        set(\.channels, channels, .audioChannelLayout, place)
    }
}
