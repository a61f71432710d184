import ArgumentParser
import DeviceMatrix
import Foundation
import HarnessReports

/// `segue matrix`: the device matrix in force.
struct MatrixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "Check and print the device matrix: receiver classes, what transitions cost them, service plans.",
        subcommands: [Show.self, Validate.self],
        defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the matrix in force.",
            discussion: """
                EXAMPLES
                  segue matrix show
                  segue matrix show --matrix DeviceMatrix --json
                """)

        @OptionGroup var matrix: MatrixOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let matrix = try loadMatrix(matrix)
            guard !output.quiet else { return }
            print(output.json ? try matrix.json(tool: .segue) : matrix.text(style: output.style), terminator: "")
        }
    }

    struct Validate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate", abstract: "Check a matrix folder; exits 1 at the first thing that is wrong.",
            discussion: """
                EXAMPLES
                  segue matrix validate --matrix DeviceMatrix
                """)

        @OptionGroup var matrix: MatrixOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            do {
                let loaded = try DeviceMatrix.load(overlay: matrix.folder)
                let examples = try DeviceMatrix.checkExamples(overlay: matrix.folder)
                _ = try DeviceMatrix.facets(overlay: matrix.folder)
                _ = try DeviceMatrix.expectations(overlay: matrix.folder)
                try validateOwnFiles()
                if output.json {
                    print(try MatrixValidation(files: loaded.files, errors: [], tool: .segue).json(), terminator: "")
                } else if !output.quiet {
                    print(
                        "\(loaded.files.count) files, \(loaded.profiles.count) classes and tiers, "
                            + "\(loaded.servicePlans.count) service plans, \(examples) example records: valid")
                }
            } catch let error as MatrixError {
                if output.json {
                    print(try MatrixValidation(files: [], errors: [error], tool: .segue).json(), terminator: "")
                } else {
                    printError(error.description)
                }
                throw ExitCode(1)
            }
        }

        /// The catalogue and the inventory of the folder, where it has them.
        private func validateOwnFiles() throws(MatrixError) {
            guard let folder = matrix.folder else { return }
            func file(_ name: String) -> String? {
                let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
                return FileManager.default.fileExists(atPath: path) ? path : nil
            }
            if let catalogue = file("catalogue.yaml") { _ = try DeviceMatrix.catalogue(file: catalogue) }
            if let lab = file("lab.yaml") { _ = try DeviceMatrix.inventory(file: lab) }
        }
    }
}

/// Loads the matrix or ends the program with the error's place and code 2: nothing can be judged without it.
func loadMatrix(_ options: MatrixOptions) throws -> DeviceMatrix {
    do {
        return try DeviceMatrix.load(overlay: options.folder)
    } catch {
        printError(error.description)
        throw ExitCode(2)
    }
}
