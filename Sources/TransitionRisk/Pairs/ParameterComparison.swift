package import MediaFormats

/// Compares two sets of operating parameters, one outcome for each parameter in a fixed order.
///
/// The first seven are those of WWDC23 10275: video codec, frame rate, aspect ratio; audio codec, sampling frequency,
/// resolution, channel layout. Outcomes are worked out at once, words only where ``differences`` are read.
package struct ParameterComparison: Sendable, Hashable {
    private let from: EffectiveParameters
    private let to: EffectiveParameters
    private let outcomes: [Difference.Outcome]

    /// Compares the end of one variant with the beginning of another.
    package init(from: EffectiveParameters, to: EffectiveParameters) {
        self.from = from
        self.to = to
        let sides = ComparedSides(from: from, to: to)
        outcomes = ComparedParameter.all.map { $0.outcome(sides) }
    }

    /// All differences, matches included, in a fixed order.
    package var differences: [Difference] { outcomes.indices.map(difference) }

    /// The difference of one parameter; `nil` for a parameter that is not compared.
    package subscript(parameter: ParameterName) -> Difference? {
        ComparedParameter.position[parameter].map(difference)
    }

    /// The outcome of one parameter; `nil` for a parameter that is not compared.
    package func outcome(_ parameter: ParameterName) -> Difference.Outcome? {
        ComparedParameter.position[parameter].map { outcomes[$0] }
    }

    /// Whether a parameter is known on both sides and differs.
    package func differs(_ parameter: ParameterName) -> Bool { outcome(parameter) == .mismatch }

    private func difference(_ index: Int) -> Difference {
        let parameter = ComparedParameter.all[index]
        let (a, b) = parameter.texts(ComparedSides(from: from, to: to))
        return Difference(
            parameter: parameter.name, outcome: outcomes[index], from: a, to: b,
            fromProvenance: a.flatMap { _ in from.provenance[parameter.name] },
            toProvenance: b.flatMap { _ in to.provenance[parameter.name] })
    }
}
