import Foundation

// Usage: embed-device-matrix FOLDER OUTPUT FILE…: writes one Swift file with the text of each FILE of FOLDER.

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let (folder, output, files) = (arguments[1], arguments[2], arguments[3...])

var source = """
    /// The shipped device matrix: path below `DeviceMatrix/` and text of each file.
    let embeddedMatrix: [(path: StaticString, text: StaticString)] = [

    """
for file in files {
    let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
    guard !text.contains("\"\"\"####") else { fatalError("\(file) cannot be quoted") }
    source += "    (\"\(file)\", ####\"\"\"\n\(text)\n\"\"\"####),\n"
}
source += "]\n"
try source.write(toFile: output, atomically: true, encoding: .utf8)
