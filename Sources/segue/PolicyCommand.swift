import ArgumentParser
import DeviceMatrix
import Foundation
import HLSPlaylists
import HarnessReports
import MediaProbing
import TransitionRisk

/// `segue policy`: limits that assets are held against.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "List, show and check policies, or make one from a good asset.",
        subcommands: [List.self, Show.self, Validate.self, From.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the policies of the matrix in force.",
            discussion: "EXAMPLES\n  segue policy list\n  segue policy list --matrix my-matrix --json")

        @OptionGroup var matrix: MatrixOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let report = PoliciesReport(tool: .segue, policies: try loadMatrix(matrix).policies)
            print(output.json ? try report.json() : report.summary(style: output.style), terminator: "")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print a policy, rule by rule.",
            discussion: "EXAMPLES\n  segue policy show airplay\n  segue policy show our-ads.yaml --json")

        @Argument(help: ArgumentHelp("A policy of the matrix, or a file.", valueName: "name or file"))
        var policy: String

        @OptionGroup var matrix: MatrixOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let report = PoliciesReport(tool: .segue, policies: [try Policy(argument: policy, matrix: matrix)])
            print(output.json ? try report.json() : report.text(style: output.style), terminator: "")
        }
    }

    struct Validate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate", abstract: "Check policy files; exits 1 when one is wrong or can never pass.",
            discussion: "EXAMPLE\n  segue policy validate our-ads.yaml")

        @Argument(help: "Policy files.")
        var files: [String]

        @OptionGroup var output: OutputOptions

        func run() throws {
            var errors: [MatrixError] = []
            for file in files {
                do throws(MatrixError) {
                    _ = try DeviceMatrix.policy(file: file)
                } catch {
                    errors.append(error)
                }
            }
            if output.json {
                print(try MatrixValidation(files: files, errors: errors, tool: .segue).json(), terminator: "")
            } else if errors.isEmpty, !output.quiet {
                print("\(files.count) \(files.count == 1 ? "policy" : "policies"): valid")
            } else {
                for error in errors { printError(error.description.printable) }
            }
            if !errors.isEmpty { throw ExitCode(1) }
        }
    }

    struct From: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "from", abstract: "Print a policy that a good asset keeps, for others to be held against.",
            discussion: """
                Measures the asset and writes what it is as limits: what a decoder, a display or an audio output must be \
                set up for as must, the rest as should. Edit what is too strict.

                EXAMPLE
                  segue policy from film/main.m3u8 --name our-film > our-film.yaml
                  segue check other/main.m3u8 --policy our-film.yaml
                """)

        @Argument(help: "A multivariant or media playlist, or a media file: path or http(s) URL.")
        var asset: String

        @Option(help: "What to call the policy.")
        var name: String = "from-asset"

        @Option(help: ArgumentHelp("How long one HTTP request may take: 10s, 500ms.", valueName: "duration"))
        var requestTimeout = TimeoutArgument(duration: .seconds(10))

        func run() async throws {
            do {
                let reference = try AssetReference(argument: asset)
                let source = ContentFetcher(
                    policy: FetchPolicy(requestTimeout: requestTimeout.duration, transfersPerOrigin: 32))
                let workers = ProbeWorkerPool()
                workers.start()
                let presentation = try await PresentationLoader(source: source).load(reference)
                let profile = await AssetProfiler(prober: MediaProber(source: source, pool: workers)).profile(
                    presentation)
                await workers.shutdown()
                for problem in profile.problems { printError(problem.description.printable) }
                guard profile.problems.isEmpty, let policy = Policy(from: profile, name: name) else {
                    throw Failure(message: "\(reference): not enough could be read for a policy", code: 2)
                }
                let isEncrypted = profile.variants.contains { $0.measured?.video?.protection == .aes128 }
                let unknown = Policy.unknownDemands(of: profile)
                if !unknown.isEmpty {
                    let why =
                        isEncrypted ? " (its segments are encrypted as a whole, so only a player can look inside)" : ""
                    printError(
                        "segue: \(reference): warning: nothing is known about its \(unknown.joined(separator: ", "))\(why); "
                            + "the policy sets no limit for them, add those by hand")
                }
                let origin = isEncrypted ? "Stated by playlists, not measured" : "Measured"
                print(policy.yaml(sources: ["asset": "\(origin): \(reference.title.printable)"]), terminator: "")
            } catch let error as AssetReferenceError {
                throw Failure(message: error.description, code: 2)
            } catch let error as PresentationError {
                throw Failure(message: error.description, code: 2)
            }
        }
    }
}

extension Policy {
    /// The policy of a name in the matrix, or of a file.
    ///
    /// - Throws: ``MatrixError`` for a file that is wrong, a usage error for a name that does not exist.
    init(argument: String, matrix options: MatrixOptions) throws {
        try self.init(argument: argument, matrix: try loadMatrix(options))
    }

    /// The policy of a name in a matrix, or of a file.
    init(argument: String, matrix: DeviceMatrix) throws {
        if let policy = matrix.policy(named: argument) {
            self = policy
        } else if argument.contains("/") || argument.hasSuffix(".yaml") {
            self = try DeviceMatrix.policy(file: argument)
        } else {
            let names = matrix.policies.map(\.name).joined(separator: ", ")
            throw ValidationError(
                "There is no policy '\(argument.printable)'; there are \(names), or give a file that ends in .yaml.")
        }
    }
}
