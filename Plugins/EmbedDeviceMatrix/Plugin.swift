import Foundation
import PackagePlugin

/// Makes the YAML files of `DeviceMatrix/` part of the program as raw string literals with their paths, so that a new
/// file needs no code and the delivered binary needs no folder beside it.
@main
struct EmbedDeviceMatrix: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "DeviceMatrix")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        let files = names.filter { $0.hasSuffix(".yaml") }.sorted()
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedMatrix.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) device matrix files",
                executable: try context.tool(named: "embed-device-matrix").url,
                arguments: [folder.path(percentEncoded: false), output.path(percentEncoded: false)] + files,
                inputFiles: files.map { folder.appending(path: $0) },
                outputFiles: [output])
        ]
    }
}
