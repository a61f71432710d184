import AirPlayReceivers
import DeviceMatrix
package import Foundation
import HLSPlaylists
import MediaFormats
import TransitionRisk

/// A check that was made before (`segue.check/1`), as far as a plan can be made of it: transitions and verdicts, but no
/// restrictions and no service plans.
package struct RecordedCheck: Sendable {
    /// Its stable name in the plan.
    package var id: String
    /// What was checked, as it may be printed.
    package var address: String

    private let document: Document

    /// The most bytes of a document.
    package static let sizeLimit = 256 << 20

    /// What a check that was made before plays under: the playlist as it was checked.
    static let plan = "as checked"

    /// Reads a document: one check for each of its primaries.
    ///
    /// - Parameters:
    ///   - data: The document.
    ///   - name: The name that it has in the plan.
    /// - Throws: ``PlanError`` with what is wrong.
    package static func reading(_ data: Data, name: String) throws(PlanError) -> [RecordedCheck] {
        guard data.count <= sizeLimit else { throw PlanError("larger than \(sizeLimit >> 20) MiB") }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: data)
        } catch let error as DecodingError {
            throw PlanError("no document segue.check/1: \(PlanError.explanation(error))")
        } catch {
            throw PlanError("no document segue.check/1: \(error)")
        }
        guard document.schema == "segue.check/1" else {
            throw PlanError("its schema is '\(document.schema.prefix(40))', not segue.check/1")
        }
        return document.primaries.enumerated().map { index, primary in
            let own = primary.label ?? "\(index + 1)"
            return RecordedCheck(
                id: document.primaries.count == 1 ? name : "\(name)/\(own)", address: primary.uri, document: document)
        }
    }

    private struct Document: Decodable, Sendable {
        var schema: String
        var primaries: [Asset]
        var interstitials: [Asset]
        var transitions: [Entry]
    }

    private struct Asset: Decodable, Sendable {
        var label: String?
        var uri: String
        var variants: [Variant]
    }

    private struct Variant: Decodable, Sendable {
        var parameters: [String: Value]
    }

    private struct Value: Decodable, Sendable {
        var value: String
    }

    private struct Entry: Decodable, Sendable {
        var id: String
        var primary: String
        var kind: Transition.Kind
        var atSeconds: Double
        var from: String
        var to: String
        var repeats: [Repeat]
        var assessments: [Assessment]
    }

    private struct Repeat: Decodable, Sendable {
        var id: String
        var primary: String
        var atSeconds: Double
        var from: String
        var to: String
    }

    private struct Assessment: Decodable, Sendable {
        var receiverClass: ReceiverClass
        var tier: DecodingTier
        var receiverId: String?
        var band: Band
        var excess: Delay?
        var total: Delay?
        var failureProbability: Double
        var blocking: [Blocking]
        var pairs: [Pair]
        var reasons: [Reason]
        var vector: String
        var measuredShare: Double?
        var doubt: String?
    }

    private struct Delay: Decodable, Sendable {
        var p50Milliseconds: Double
        var p95Milliseconds: Double
        var over360: Double
        var over1000: Double
        var over2000: Double

        /// Whether it is a length of time at all; a document can say anything.
        var isPossible: Bool { [p50Milliseconds, p95Milliseconds].allSatisfy((0...1e9).contains) }
    }

    private struct Blocking: Decodable, Sendable {
        var message: String
        var capability: String
        var confidence: String
    }

    private struct Pair: Decodable, Sendable {
        var differences: [Difference]
    }

    private struct Difference: Decodable, Sendable {
        var parameter: String
        var outcome: String
    }

    private struct Reason: Decodable, Sendable {
        var summary: String
    }
}

extension RecordedCheck {
    /// What can be tested: from each entry into breaks to the return to the primary.
    func visits(_ number: Int) -> [Visit] {
        let traits = Dictionary(
            (document.primaries + document.interstitials).map { ($0.uri, Self.traits($0)) }
        ) { first, _ in first }
        var visits: [Visit] = []
        var isOpen = false
        for entry in playingOrder {
            let at = Duration.milliseconds(Int((entry.atSeconds * 1000).rounded()))
            if !isOpen || entry.kind == .enter {
                visits.append(
                    Visit(
                        presentation: number, session: 0, plan: Self.plan, at: at, parts: [], steps: [],
                        traits: ["presentation=vod"]))
            }
            isOpen = entry.kind != .resume
            let last = visits.count - 1
            let event = entry.id.split(separator: "/").dropLast().joined(separator: "/")
            if entry.kind != .resume, visits[last].parts.last?.eventID != event {
                visits[last].parts.append(
                    Visit.Part(
                        eventID: event, plays: nil, restrictions: nil, skipWindow: [], cue: [], assets: 1,
                        usesList: false))
            }
            if entry.kind == .resume { visits[last].resume = at }
            visits[last].steps.append(
                Visit.Step(id: entry.id, kind: entry.kind, judgement: .recorded(Self.predictions(entry))))
            visits[last].traits.formUnion(traits[entry.from] ?? [])
            visits[last].traits.formUnion(traits[entry.to] ?? [])
            let pair = entry.assessments.lazy.compactMap(\.pairs.first).first
            visits[last].traits.formUnion(
                (pair?.differences ?? []).filter { $0.outcome == "mismatch" }.map { "change=\($0.parameter)" })
        }
        return visits
    }

    /// The primary's transitions into, inside and out of breaks, those that a document lists as repeats among them.
    private var playingOrder: [Entry] {
        var entries: [Entry] = []
        for entry in document.transitions where entry.kind != .discontinuity {
            entries.append(entry)
            for other in entry.repeats {
                var copy = entry
                (copy.id, copy.primary, copy.atSeconds) = (other.id, other.primary, other.atSeconds)
                (copy.from, copy.to) = (other.from, other.to)
                entries.append(copy)
            }
        }
        func rank(_ entry: Entry) -> Int { entry.kind == .enter ? 0 : entry.kind == .between ? 1 : 2 }
        return entries.filter { $0.primary == address && (0...1e9).contains($0.atSeconds) }.enumerated().sorted {
            ($0.element.atSeconds, rank($0.element), $0.offset) < ($1.element.atSeconds, rank($1.element), $1.offset)
        }.map(\.element)
    }

    private static func predictions(_ entry: Entry) -> [String: Prediction] {
        var result: [String: Prediction] = [:]
        for verdict in entry.assessments {
            let column = verdict.receiverId ?? "\(verdict.receiverClass.rawValue)/\(verdict.tier.rawValue)"
            result[column] = prediction(verdict)
        }
        return result
    }

    private static func prediction(_ verdict: Assessment) -> Prediction {
        Prediction(
            Prediction.Verdict(
                band: verdict.band,
                total: verdict.total.flatMap { $0.isPossible ? ($0.p50Milliseconds, $0.p95Milliseconds) : nil },
                chances: verdict.excess.map { [$0.over360, $0.over1000, $0.over2000] } ?? [],
                failureProbability: verdict.failureProbability,
                blocks: verdict.blocking.map { ("\($0.message), but the receiver \($0.capability)", $0.confidence) },
                reasons: verdict.reasons.map(\.summary), doubt: verdict.doubt, measuredShare: verdict.measuredShare,
                vector: verdict.vector))
    }

    private static func traits(_ asset: Asset) -> Set<String> {
        var traits: Set<String> = []
        func add(_ trait: CatalogueTrait, _ value: String?) {
            if let value { traits.insert(TraitValue(trait, value).text) }
        }
        for variant in asset.variants {
            let values = variant.parameters.mapValues(\.value)
            add(.content, values["video-track"] == "absent" ? "audio-only" : "video")
            add(.container, values["container"])
            add(.videoCodec, values["video-codec"])
            add(.dynamicRange, values["video-dynamic-range"])
            add(.protection, values["video-protection"])
            add(.audioCodec, values["audio-codec"])
            let rate = values["video-frame-rate"]?.split(separator: " ").first.flatMap { Double($0) }
            add(.frameRate, rate.flatMap(CatalogueTrait.frameRateFamily))
            let size = values["video-resolution"].flatMap { Resolution($0) }
            add(.resolution, size.map { CatalogueTrait.size(width: $0.width, height: $0.height) })
            let layout = values["audio-channel-layout"]
            add(.channels, layout.map { ["mono", "stereo"].contains($0) ? $0 : "surround" })
        }
        return traits
    }
}
