/// The program that made a document.
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
