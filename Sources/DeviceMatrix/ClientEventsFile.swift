import Foundation
package import HLSPlaylists

extension DeviceMatrix {
    /// Reads the events that an application sets on its controller from a YAML or JSON file: `{"events": […]}`, each
    /// with the fields of `AVPlayerInterstitialEvent`.
    ///
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong, including what AVFoundation
    ///   raises an exception for.
    package static func clientEvents(file: String) throws(MatrixError) -> [InterstitialEvent] {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw MatrixError(file: file, line: nil, message: "no such file, or not readable as UTF-8 text")
        }
        let document = try MatrixDocument(file: file, text: text)
        let list = try document.decode(ClientEventList.self)
        for (index, event) in list.events.enumerated() {
            for key in document.keys(of: ["events", "\(index)"]) where !clientEventKeys.contains(key) {
                throw MatrixError(
                    file: file, line: document.line(of: ["events", "\(index)", key]),
                    message: "events.\(index).\(key): no property of AVPlayerInterstitialEvent")
            }
            do throws(ClientEventError) {
                _ = try event.event()
            } catch {
                throw MatrixError(
                    file: file, line: document.line(of: ["events", "\(index)"]), message: error.description)
            }
        }
        do throws(ClientEventError) {
            return try list.controllerEvents()
        } catch {
            throw MatrixError(file: file, line: nil, message: error.description)
        }
    }

    private static let clientEventKeys: Set = [
        "identifier", "time", "date", "templateItems", "assetListURL", "restrictions", "resumptionOffset",
        "playoutLimit", "alignsStartWithPrimarySegmentBoundary", "alignsResumptionWithPrimarySegmentBoundary", "cue",
        "willPlayOnce", "timelineOccupancy", "supplementsPrimaryContent", "contentMayVary", "plannedDuration",
        "skipControlTimeRange", "skipControlLocalizedLabelBundleKey", "userDefinedAttributes",
    ]
}
