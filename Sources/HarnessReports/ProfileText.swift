import HLSPlaylists
import MediaFormats
import TransitionRisk

/// One asset as text of at most 100 columns: its renditions side by side, a row for each parameter.
struct ProfileText {
    private let asset: ProfileReport.Asset
    private let style: TerminalStyle
    private let showsDetails: Bool

    private static let width = 100
    private static let labelWidth = 20
    /// Renditions beside each other.
    private static let mostColumns = 5

    private static let pictureRows: [(ParameterName, String)] = [
        (.videoCodec, "codec"), (.videoSampleEntry, "sample entry"), (.videoProfile, "profile"), (.videoLevel, "level"),
        (.videoResolution, "size"), (.videoAspectRatio, "shape"), (.videoFrameRate, "frame rate"), (.videoScan, "scan"),
        (.videoBitDepth, "bit depth"), (.videoChroma, "chroma"), (.videoDynamicRange, "dynamic range"),
        (.videoColour, "colour"), (.videoDolbyVisionProfile, "Dolby Vision"), (.videoProtection, "protection"),
        (.container, "container"),
        (.trackLayout, "tracks"),
    ]
    private static let soundRows: [(ParameterName, String)] = [
        (.audioCodec, "sound codec"), (.audioObjectType, "AAC type"), (.audioChannelLayout, "channels"),
        (.audioSampleRate, "sample rate"), (.audioBitDepth, "sample size"), (.audioAtmos, "Atmos"),
        (.audioLanguage, "language"),
    ]

    /// Prepares the text of an asset.
    ///
    /// - Parameter showsDetails: Whether each value of each rendition follows with where it was read.
    init(_ asset: ProfileReport.Asset, style: TerminalStyle, showsDetails: Bool) {
        self.asset = asset
        self.style = style
        self.showsDetails = showsDetails
    }

    /// The lines, without line feeds.
    var lines: [String] {
        guard let profile = asset.profile else {
            return [style.bold(asset.name.printable.shortenedInside(to: Self.width))]
                + wrapped("not measured: \((asset.failure ?? "").printable)", width: Self.width - 2).map { "  " + $0 }
        }
        var lines = [style.bold(asset.name.printable.shortenedInside(to: Self.width)), "  " + summary(profile)]
        let pictures = profile.renditions.filter { [.variant, .media, .file].contains($0.kind) }
        let sounds = profile.renditions.filter { $0.kind == .audio }
        // Sound that has renditions of its own has a table of its own.
        lines += table(pictures, mark: "#", rows: Self.pictureRows + (sounds.isEmpty ? Self.soundRows : []))
        if !sounds.isEmpty { lines += table(sounds, mark: "a", rows: Self.soundRows + [(.container, "container")]) }
        let texts = profile.renditions.filter { $0.kind == .subtitles || $0.kind == .captions }
        if !texts.isEmpty {
            let names = texts.map {
                "\($0.label) (\([$0.language, $0.kind.rawValue].compactMap(\.self).joined(separator: ", ")))"
            }
            lines +=
                [""]
                + wrapped("text: " + names.joined(separator: ", ").printable, width: Self.width - 2).map { "  " + $0 }
        }
        lines += remarks(profile)
        if showsDetails { lines += profile.renditions.flatMap(details) }
        return lines
    }

    private func summary(_ profile: PresentationProfile) -> String {
        let variants = profile.renditions.count { $0.kind == .variant }
        let sounds = profile.renditions.count { $0.kind == .audio }
        var words: [String] =
            switch profile.form {
            case .multivariant:
                ["multivariant playlist", counted(variants, "variant"), counted(sounds, "audio rendition")]
            case .media: ["media playlist"]
            case .file: ["file"]
            }
        if let duration = profile.duration { words.append("\(plainSeconds(duration)) s") }
        if let (read, total) = fewestTimes(profile) {
            words.append("times of \(read) of \(counted(total, "segment"))")
        } else if let most = profile.renditions.lazy.filter({ $0.measured != nil }).compactMap(\.segmentCount).max() {
            words.append("first of \(counted(most, "segment"))")
        }
        if asset.usage.requests > 0 { words.append(counted(asset.usage.requests, "request")) }
        words.append("\((asset.usage.bytes + 1023) / 1024) KiB read")
        return words.joined(separator: ", ")
    }

    /// How many segments tell their times and how many there are, of the rendition of which the least is known; `nil` when
    /// times were not asked for.
    private func fewestTimes(_ profile: PresentationProfile) -> (read: Int, total: Int)? {
        profile.renditions.filter { !$0.segments.isEmpty }.map { rendition in
            let read = rendition.segments.count { $0.failure == nil && rendition.problem(of: $0) == nil }
            return (read, rendition.segmentCount ?? rendition.segments.count)
        }.min { (one: (Int, Int), other: (Int, Int)) in
            let (left, right) = (one.0 * other.1, other.0 * one.1)
            return left == right ? one.1 > other.1 : left < right
        }
    }

    private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func table(_ renditions: [RenditionProfile], mark: String, rows: [(ParameterName, String)]) -> [String] {
        var lines = [""]
        if renditions.count > 1 || mark == "a" {
            for (index, rendition) in renditions.enumerated() {
                let language = rendition.language.map { ", \($0)" } ?? ""
                let name = "\(rendition.label)\(language)".printable
                lines.append("  \(mark)\(index + 1)  " + name.shortened(to: Self.width - 8))
            }
            lines.append("")
        }
        let columns = renditions.map(ProfileColumn.init)
        for start in stride(from: 0, to: renditions.count, by: Self.mostColumns) {
            let block = start..<min(renditions.count, start + Self.mostColumns)
            let width = min(30, (Self.width - Self.labelWidth - 2) / block.count)
            if renditions.count > 1 {
                let heads = block.map { "\(mark)\($0 + 1)".column(width) }.joined()
                lines.append(style.bold(trimmed("".column(Self.labelWidth + 2) + heads)))
            }
            for (parameter, label) in rows {
                if let line = row(label, columns, block, width, value: { $0.cell(parameter) }) { lines.append(line) }
            }
            for (label, value) in ProfileColumn.timingRows {
                if let line = row(label, columns, block, width, value: value) { lines.append(line) }
            }
            lines.append("")
        }
        lines.removeLast()
        return lines
    }

    /// One line of a table; `nil` where nobody says anything about it.
    private func row(
        _ label: String, _ columns: [ProfileColumn], _ block: Range<Int>, _ width: Int,
        value: (ProfileColumn) -> ProfileCell?
    ) -> String? {
        let cells = columns.map(value)
        guard cells.contains(where: { $0 != nil }) else { return nil }
        let known = Set(cells.compactMap { $0?.text }.filter { $0 != ProfileCell.unknown.text })
        let differs = known.count > 1
        let usual = cells.lazy.compactMap { $0?.text }.first { $0 != ProfileCell.unknown.text }
        let texts = block.map { index in
            let cell = cells[index]
            let text = ((cell?.marked ?? "–").printable.shortened(to: width - 1)).column(width)
            guard let cell else { return style.dim(text) }
            if cell.isContradicted { return style.paint(text, .high) }
            return differs && cell.text != usual ? style.paint(text, .medium) : text
        }
        return trimmed(
            (differs ? style.paint("≠", .medium) : " ") + " " + label.column(Self.labelWidth) + texts.joined())
    }

    private func remarks(_ profile: PresentationProfile) -> [String] {
        var lines: [String] = []
        for rendition in profile.renditions {
            for contradiction in rendition.contradictions { lines.append("! \(contradiction.description)") }
            if let failure = rendition.shortfall {
                lines.append(failure.hasPrefix(rendition.label) ? "? \(failure)" : "? \(rendition.label): \(failure)")
            }
        }
        for diagnostic in profile.diagnostics where diagnostic.severity != .lint {
            lines.append("\(diagnostic.severity == .error ? "?" : "!") \(diagnostic.description)")
        }
        guard !lines.isEmpty else { return [] }
        return [""]
            + lines.flatMap { line in
                wrapped(line.printable, width: Self.width - 4).enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
            }
    }

    private func details(_ rendition: RenditionProfile) -> [String] {
        let head = "\(rendition.kind.rawValue) \(rendition.label)".printable.shortened(to: Self.width)
        var lines = ["", style.bold(head)]
        let (claimed, shown) = (rendition.claimed, rendition.shown)
        for row in ParameterComparison(from: claimed, to: shown).differences where row.from != nil || row.to != nil {
            let name = row.parameter.rawValue.column(28)
            if let value = row.from { lines.append(detail(name, "declared", value, row.fromProvenance)) }
            if let value = row.to {
                lines.append(detail(row.from == nil ? name : "".column(28), "measured", value, row.toProvenance))
            }
        }
        for line in rendition.measured.map({ ProfileDetails($0).lines }) ?? [] {
            lines.append(detail(line.name.column(28), "measured", line.text, line.place))
        }
        return lines
    }

    private func detail(_ name: String, _ side: String, _ value: String, _ place: Provenance?) -> String {
        let space = Self.width - 2 - 28 - 10
        let short = value.printable.shortened(to: space)
        let text = short.count < 22 ? short.column(22) : short
        let rest = space - text.count - 1
        // The rendition's own documents are named above; their folders would hide what differs.
        let document = place?.document.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let line = place?.line.map { ":\($0)" } ?? ""
        let source = [
            document.map { $0 + line }, place?.field, place?.origin == .specificationDefault ? "(default)" : nil,
        ]
        .compactMap(\.self).joined(separator: " ").printable
        guard rest > 8 else { return trimmed("  " + name + side.column(10) + text) }
        return trimmed("  " + name + side.column(10) + text + " " + style.dim(source.shortenedInside(to: rest)))
    }

    private func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}

extension ProfileReport {
    /// What is known, for people.
    ///
    /// - Parameter details: Whether each value follows with where it was read.
    package func text(style: TerminalStyle, details: Bool) -> String {
        assets.flatMap { ProfileText($0, style: style, showsDetails: details).lines + [""] }.map { $0 + "\n" }.joined()
    }

    /// What the marks of ``text(style:details:)`` mean.
    package static func legend(style: TerminalStyle) -> String {
        style.dim("≠ not the same everywhere   (x) declared, not measured   ! the playlist says otherwise   ? unknown")
            + "\n"
    }
}
