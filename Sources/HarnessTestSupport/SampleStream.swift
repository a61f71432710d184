package import Foundation

/// The stream of `Examples/SampleStream`, made once by its script.
package enum SampleStream {
    /// Its folder. Making it takes some ten seconds the first time, so `make test` does that before the tests.
    package static let folder: URL = {
        let root = Fixtures.folder.appending(path: "../..").standardized
        let folder = root.appending(path: ".build/sample-stream")
        let script = try! ChildProcess(
            root.appending(path: "Examples/SampleStream/make-stream.sh").path(percentEncoded: false),
            [folder.path(percentEncoded: false)], output: .shared, errors: .shared)
        precondition(script.endBlocking() == 0, "make-stream.sh failed; are the build packages installed?")
        return folder
    }()

    /// A file of it.
    package static func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }
}
