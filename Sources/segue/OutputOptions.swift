import ArgumentParser
import Foundation
import Glibc
import HLSPlaylists
import HarnessReports

/// Options that every subcommand has.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON document on standard output and nothing else.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print only what went wrong.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say more about what is being done.")
    var verbose = false

    @Flag(name: .customLong("no-color"), help: "Print without colours (as does a non-empty NO_COLOR).")
    var noColour = false

    /// Colours only on a terminal, and never against the user's word (no-color.org).
    var style: TerminalStyle {
        let refused = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        return TerminalStyle(colour: !noColour && !refused && isatty(STDOUT_FILENO) == 1)
    }

    /// Prints a report in the form asked for, and what could not be read also on standard error where standard output is
    /// no text for people.
    func write(
        _ unread: [Diagnostic], text: @autoclosure () -> String, json document: @autoclosure () throws -> String
    ) rethrows {
        if json {
            print(try document().escapedForTerminal, terminator: "")
        } else if !quiet {
            return print(text(), terminator: "")
        }
        for diagnostic in unread { printError(diagnostic.description.printable) }
    }

    func note(_ text: String) {
        if verbose, !quiet { printError("segue: \(text)") }
    }
}

/// Where the device matrix comes from.
struct MatrixOptions: ParsableArguments {
    @Option(
        name: .customLong("matrix"),
        help: ArgumentHelp("A folder whose YAML files are laid over the shipped device matrix.", valueName: "folder"))
    var folder: String?
}

/// Writes a line to standard error.
func printError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
