package import Foundation
package import MediaFormats

/// The list of codes that the CTA WAVE Device Observation Framework reads from a camera recording and writes as
/// `qr_code_list.csv` when it logs at level `debug`: which content's which frame each camera frame shows.
///
/// A test of the list is a recording of its own: nothing leads from the last content of one to the first of the next.
package struct WaveCodeList: Sendable, Hashable {
    /// What the camera saw in each test, in the order of the list.
    package private(set) var parts: [RecordingPart] = []
    /// The contents, each with its frame rate: another rate of the same content is another asset.
    package private(set) var assets: MarkedAssets

    /// The columns that are read; others may be there.
    static let columns = ["Camera Frame", "Content ID", "Frame Number", "Frame Rate"]
    private static let mostAssets = 1000
    private static let mostPictures = 2_000_000

    /// Whether a file begins like such a list.
    package static func recognises(_ head: some Collection<UInt8>) -> Bool {
        String(decoding: head.prefix(32), as: UTF8.self).hasPrefix("Camera Frame,Content ID")
    }

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - name: How the file is called in errors.
    ///   - cameraRate: Pictures a second of the camera, which the list does not say.
    /// - Throws: ``MeasuringError`` with the line that cannot be used.
    package init(_ data: Data, name: String, cameraRate: Double) throws(MeasuringError) {
        guard data.count <= ObservationFile.limit else { throw MeasuringError(subject: name, message: "is too large") }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let header = lines.first.map({ ObservationTable.fields($0) }) else {
            throw MeasuringError(subject: name, message: "is empty")
        }
        let places = Self.columns.compactMap { header.firstIndex(of: $0) }
        guard places.count == Self.columns.count else {
            throw MeasuringError(
                subject: name, line: 1, message: "lacks one of the columns \(Self.columns.joined(separator: ", "))")
        }
        let test = header.firstIndex(of: "Test ID")
        var contents: [String] = []
        var named: [(name: String, framesPerSecond: Double)] = []
        var pictures: [Int: (asset: Int, frame: Int)] = [:]
        var span: (first: Int, last: Int)?
        var parts: [RecordingPart] = []
        func close() {
            if let span { parts.append(Self.part(pictures, from: span.first, to: span.last, cameraRate: cameraRate)) }
            (pictures, span) = ([:], nil)
        }
        for (index, line) in lines.enumerated().dropFirst() {
            let fields = ObservationTable.fields(line)
            func field(_ place: Int?) -> String {
                place.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? ""
            }
            if !field(test).isEmpty { close() }
            guard !field(places[1]).isEmpty else { continue }
            func fail(_ message: String) -> MeasuringError {
                MeasuringError(subject: name, line: index + 1, message: message)
            }
            guard let camera = Int(field(places[0])), (0..<1 << 40).contains(camera),
                let frame = Int(field(places[2])), (0..<1 << 31).contains(frame),
                let rate = Double(field(places[3])), (1...240).contains(rate)
            else { throw fail("is no frame of a content: camera frame, frame number or frame rate") }
            let key = "\(field(places[1])) at \(field(places[3]))"
            if !contents.contains(key) {
                guard contents.count < Self.mostAssets else { throw fail("is beyond \(Self.mostAssets) contents") }
                contents.append(key)
                named.append((key, rate))
            }
            let asset = contents.firstIndex(of: key) ?? 0
            // A camera frame may still show the frame before: the later content and the later frame are what is new.
            let before = pictures[camera - 1]?.asset
            let isNewer = pictures[camera].map { asset == $0.asset ? frame > $0.frame : asset != before } ?? true
            if isNewer { pictures[camera] = (asset, frame) }
            span = (min(span?.first ?? camera, camera), max(span?.last ?? camera, camera))
            guard let reach = span.map({ $0.last - $0.first }), reach < Self.mostPictures else {
                throw fail("is \(Self.mostPictures) camera frames from another one of its test")
            }
        }
        close()
        guard !parts.isEmpty else { throw MeasuringError(subject: name, message: "holds no frame of any content") }
        self.parts = parts
        assets = MarkedAssets(named: named)
    }

    private static func part(
        _ pictures: [Int: (asset: Int, frame: Int)], from first: Int, to last: Int, cameraRate: Double
    ) -> RecordingPart {
        var part = RecordingPart()
        for camera in first...last {
            let time = Int((Double(camera) * 1e6 / cameraRate).rounded())
            if let picture = pictures[camera] {
                // Frames are counted from 1 there.
                part.append(.marked(asset: picture.asset, frame: max(0, picture.frame - 1), isBlended: false), at: time)
            } else {
                part.append(.unreadable, at: time)
            }
        }
        return part
    }
}
