import MatrixRuns
import Testing

@Suite struct ChangeDetectionTests {
    @Test(
        "A level that changed is found where it changed, noise is not",
        arguments: [
            // A predicted course is flat and steps.
            ([200, 200, 200, 900, 900], [ChangeDetection.Change(at: 3, before: 200, after: 900)]),
            (
                [0, 0, 500, 500, 500, 500, 500, 500, 0, 0],
                [
                    ChangeDetection.Change(at: 2, before: 0, after: 500),
                    ChangeDetection.Change(at: 8, before: 500, after: 0),
                ]
            ),
            // Up to 80 ms nobody notices; up to a fifth is no other level.
            ([100, 100, 180, 180], []), ([1000, 1000, 1000, 1190, 1190, 1190], []),
            // A measured course scatters; one outlier is no level.
            ([400, 440, 380, 1500, 410, 420, 390], []),
            (
                [400, 440, 380, 410, 420, 1390, 1460, 1410, 1440, 1380],
                [
                    ChangeDetection.Change(at: 5, before: 410, after: 1410)
                ]
            ),
            ([], []), ([7], []),
        ] as [([Int], [ChangeDetection.Change])])
    func changes(values: [Int], expected: [ChangeDetection.Change]) {
        #expect(ChangeDetection.changes(in: values) == expected)
    }
}
