import HLSPlaylists
import Testing

@Suite struct ProgramDateTests {
    @Test(
        "ISO 8601 forms of one moment are equal",
        arguments: [
            "2024-02-29T12:00:00.5Z", "2024-02-29T12:00:00.500+00:00", "2024-02-29T13:00:00.5+01:00",
            "2024-02-29T13:00:00,5+0100", "2024-02-29T07:30:00.50-04:30", "2024-02-29T12:00:00.5",
            "2024-02-29t13:00:00.5+01", "2024-02-29 12:00:00.5z",
        ])
    func forms(_ text: String) throws {
        // 1709208000 is 2024-02-29T12:00:00Z (date -d).
        let date = try #require(ProgramDate(iso8601: text))
        #expect(date.sinceEpoch == .seconds(1_709_208_000) + .milliseconds(500))
        #expect(date.description == "2024-02-29T12:00:00.500Z")
    }

    @Test(
        "What is no moment is refused",
        arguments: [
            "", "2024", "2024-01-01", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z",
            "2024-01-01T00:60:00Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+1", "2024-01-01T00:00:00Zx",
            "2024-01-00T00:00:00Z", "٢٠٢٤-01-01T00:00:00Z", String(repeating: "2", count: 100),
        ])
    func refused(_ text: String) { #expect(ProgramDate(iso8601: text) == nil) }

    @Test(
        "Dates print as they were written in UTC",
        arguments: [
            "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2000-02-29T23:59:59.000Z",
            "0001-01-01T00:00:00.000Z",
            "9999-12-31T23:59:59.123456789Z",
        ])
    func printing(_ text: String) { #expect(ProgramDate(iso8601: text)?.description == text) }

    @Test(
        "Seconds are read and printed exactly",
        arguments: [
            ("6", "6"), ("6.", "6"), (".5", "0.5"), ("5.90", "5.9"), ("0.00001", "0.00001"),
            ("9.976670000000000001", "9.976670000000000001"), ("1000000000", "1000000000"),
        ])
    func seconds(_ text: String, _ printed: String) {
        #expect(Duration(decimalSeconds: text)?.decimalSeconds == printed)
    }

    @Test(
        "What is no number of seconds is refused",
        arguments: ["", ".", "-1", "+1", "1e3", "1.2.3", " 1", "0x1", "10000000001", "nan", "inf"])
    func refusedSeconds(_ text: String) { #expect(Duration(decimalSeconds: text) == nil) }

    @Test func signedSecondsMayBeNegative() {
        #expect(Duration(decimalSeconds: "-0.25", signed: true) == .milliseconds(-250))
        #expect(Duration(decimalSeconds: "-0.25", signed: true)?.decimalSeconds == "-0.25")
    }
}
