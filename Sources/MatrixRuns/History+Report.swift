extension History {
    /// A run with all that its reports say.
    ///
    /// - Parameter against: The run to hold it against; `nil` for the one that was the last finished of its scope when it
    ///   began.
    package func report(_ id: Int, against: Int? = nil) async throws(HistoryError) -> RunReport {
        let run = try await load(id)
        var baseline: StoredRun?
        if let earlier = against ?? run.summary.baseline { baseline = try await load(earlier) }
        return RunReport(
            run, baseline: baseline, trends: try await trends(until: id), suspects: try await suspects(in: run),
            known: try await receiversKnown(until: id), measurements: try await measurements(until: id))
    }
}
