package import Foundation

/// The stream of `Examples/SampleStream`, made once by its script.
package enum SampleStream {
    /// Its folder. Making it takes some ten seconds the first time.
    package static let folder: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let folder = root.appending(path: ".build/sample-stream")
        let process = Process()
        process.executableURL = root.appending(path: "Examples/SampleStream/make-stream.sh")
        process.arguments = [folder.path(percentEncoded: false)]
        try! process.run()
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "make-stream.sh failed; are the build packages installed?")
        return folder
    }()

    /// A file of it.
    package static func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
}
