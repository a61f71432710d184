package import AirPlayReceivers
import Foundation

/// The document `segue.scan/1`: a scan and the receivers found in it.
package struct ScanDocument: Sendable, Hashable, Codable {
    /// The program that wrote a document.
    package struct Tool: Sendable, Hashable, Codable {
        /// Its name.
        package var name: String
        /// Its version.
        package var version: String

        /// Names a program.
        package init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// The schema's name.
    package static let schemaName = "segue.scan/1"

    /// ``schemaName``.
    package var schema: String
    /// Who wrote it.
    package var tool: Tool
    /// The service records.
    package var records: [ServiceRecord]
    /// The receivers, classified.
    package var receivers: [Receiver]
    /// How complete the scan was; `nil` for a recording that did not say.
    package var scan: ScanStatement?
    /// How the receivers differ from an inventory; `nil` when none was given.
    package var difference: InventoryDifference?

    /// Makes a document.
    package init(scan: Scan, receivers: [Receiver], tool: Tool, difference: InventoryDifference? = nil) {
        schema = ScanDocument.schemaName
        self.tool = tool
        records = scan.records
        self.receivers = receivers
        self.scan = scan.statement
        self.difference = difference
    }

    /// The document as JSON with sorted keys and a newline at the end.
    ///
    /// Characters that steer a terminal are written as escapes, so that printing a document is harmless.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self).escapedForTerminal + "\n"
    }
}

extension String {
    /// JSON text in which every character that steers a terminal is written as an escape; line feeds stay.
    package var escapedForTerminal: String {
        // Nearly every document is plain ASCII, in which only the controls steer anything.
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.steersTerminal, scalar != "\n" {
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
