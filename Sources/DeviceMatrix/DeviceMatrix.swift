import AirPlayReceivers
import Foundation
package import TransitionRisk

/// The device matrix in force: receiver classes, what transitions cost them, and service plans.
///
/// The shipped files travel inside the program; a folder of the user's own replaces or adds files by path.
///
/// ```swift
/// let matrix = try DeviceMatrix.load(overlay: "DeviceMatrix")
/// matrix.profiles.map(\.id)   // ["apple-tv/high", "apple-tv/low", "mac/high", …]
/// ```
package struct DeviceMatrix: Sendable {
    /// Every class and tier, in the order of ``ReceiverClass`` and from high to low.
    package let profiles: [ReceiverProfile]
    /// What each kind of change costs.
    package let costs: TransitionCosts
    /// What users measured, in the place of ``costs``; in the order of their file names.
    package let calibrations: [Calibration]
    /// What applications do with breaks for their subscribers, by name.
    package let servicePlans: [SourcedPlan]
    /// Limits that assets can be held against, by name.
    package let policies: [Policy]
    /// The files it was made of, by path below the matrix folder.
    package let files: [String]

    /// Loads the shipped matrix, with the files of a folder laid over it.
    ///
    /// - Parameter overlay: A folder shaped like `DeviceMatrix/`; `nil` for the shipped matrix alone.
    /// - Throws: ``MatrixError`` with file and line for the first thing that is wrong.
    package static func load(overlay: String? = nil) throws(MatrixError) -> DeviceMatrix {
        var texts = Dictionary(uniqueKeysWithValues: embeddedMatrix.map { ("\($0.path)", "\($0.text)") })
        if let overlay { texts.merge(try files(in: overlay)) { $1 } }
        return try DeviceMatrix(texts: texts)
    }

    /// Reads a matrix from file texts by path.
    package init(texts: [String: String]) throws(MatrixError) {
        var profiles: [ReceiverProfile] = []
        var costs: TransitionCosts?
        var plans: [SourcedPlan] = []
        var policies: [Policy] = []
        var calibrationFiles: [MatrixDocument] = []
        for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
            if path.hasPrefix("classes/") {
                let document = try MatrixDocument(file: path, text: text)
                for profile in try document.decode(ClassFile.self).profiles(in: document) {
                    guard !profiles.contains(where: { $0.id == profile.id }) else {
                        throw MatrixError(
                            file: path, line: document.line(of: ["class"]),
                            message: "\(profile.id) is described by another file already; use its name to replace it")
                    }
                    profiles.append(profile)
                }
            } else if path.hasPrefix("service-plans/") {
                let document = try MatrixDocument(file: path, text: text)
                let plan = try document.decode(ServicePlanFile.self).sourcedPlan(in: document)
                if let other = plans.first(where: { $0.plan.name.lowercased() == plan.plan.name.lowercased() }) {
                    throw MatrixError(
                        file: path, line: document.line(of: ["name"]),
                        message: "name: '\(plan.plan.name)' is also the name of service-plans/\(other.alias).yaml")
                }
                plans.append(plan)
            } else if path.hasPrefix("policies/") {
                let policy = try DeviceMatrix.policy(text: text, file: path)
                guard !policies.contains(where: { $0.name == policy.name }) else {
                    throw MatrixError(
                        file: path, line: 1, message: "name: another file of policies/ has the name '\(policy.name)'")
                }
                policies.append(policy)
            } else if path == "transition-costs.yaml" {
                let document = try MatrixDocument(file: path, text: text)
                costs = try document.decode(CostsFile.self).costs(in: document)
            } else if path.hasPrefix("calibration/") {
                calibrationFiles.append(try MatrixDocument(file: path, text: text))
            } else if !Self.otherFiles.contains(where: path.hasPrefix) {
                throw MatrixError(
                    file: path, line: nil,
                    message:
                        "nothing reads this file; the folders are calibration, classes, expectations, models, policies and service-plans"
                )
            }
        }
        guard let costs else {
            throw MatrixError(file: "transition-costs.yaml", line: nil, message: "missing; no verdict without it")
        }
        guard !profiles.isEmpty else {
            throw MatrixError(file: "classes", line: nil, message: "no receiver class; nothing could be judged")
        }
        let order = Dictionary(uniqueKeysWithValues: ReceiverClass.allCases.enumerated().map { ($1, $0) })
        let tiers = Dictionary(uniqueKeysWithValues: DecodingTier.allCases.enumerated().map { ($1, $0) })
        self.profiles = profiles.sorted {
            (order[$0.receiverClass]!, tiers[$0.tier]!, $0.title) < (
                order[$1.receiverClass]!, tiers[$1.tier]!, $1.title
            )
        }
        self.costs = costs
        var calibrations: [Calibration] = []
        for document in calibrationFiles {
            calibrations.append(try document.decode(CalibrationFile.self).calibration(of: costs, in: document))
        }
        self.calibrations = calibrations
        servicePlans = plans.sorted { $0.plan.name < $1.plan.name }
        self.policies = policies.sorted { $0.name < $1.name }
        files = texts.keys.sorted()
    }

    /// Files of the folder that are read by other parts of the program.
    private static let otherFiles = ["models/", "facets.yaml", "lab.yaml", "catalogue.yaml", "expectations/"]

    /// The first folder, this one or below it, that cannot be read; `nil` when all can. Links are not followed.
    private static func closedFolder(in folder: String) -> String? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return folder }
        for name in names.sorted() {
            let path = folder + "/" + name
            let kind = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            if kind == .typeDirectory, let closed = closedFolder(in: path) { return closed }
        }
        return nil
    }

    static func files(in folder: String) throws(MatrixError) -> [String: String] {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
            guard let closed = closedFolder(in: folder), closed != folder else {
                throw MatrixError(file: folder, line: nil, message: "no such folder, or not readable")
            }
            throw MatrixError(
                file: closed, line: nil,
                message: "this folder of the matrix may not be read; change its permissions, or move it elsewhere")
        }
        var texts: [String: String] = [:]
        if let name = names.sorted().first(where: { $0.hasSuffix(".yml") }) {
            throw MatrixError(file: name, line: nil, message: "not read: name it \(name.dropLast(4)).yaml")
        }
        for name in names where name.hasSuffix(".yaml") {
            guard let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) else {
                throw MatrixError(file: name, line: nil, message: "not readable as UTF-8 text")
            }
            texts[name] = text
        }
        return texts
    }
}
