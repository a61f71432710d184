import AirPlayReceivers
import MediaFormats
import Testing

@Suite struct CalendarDateTests {
    @Test("Days are read strictly", arguments: ["2026-11-21", "2024-02-29", "2000-02-29", "1970-01-01", "9999-12-31"])
    func days(text: String) { #expect(CalendarDate(text)?.description == text) }

    @Test(
        "What is no day is none",
        arguments: [
            "", "2026-2-3", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-021",
            "26-01-001",
            "2026/01/02", "2026-01-02T00:00:00Z", "+026-01-02", "2026-01- 2", "２０２６-01-02",
        ])
    func noDays(text: String) { #expect(CalendarDate(text) == nil) }

    @Test func claimsCarryTheDayOfTheScanOrOfTheRow() throws {
        let record = ServiceRecord(
            serviceType: .airPlay, instanceName: "TV", hostName: "h.local",
            txt: TXTRecord(["model=AppleTV5,3", "features=0x5A7FDFD5,0x3C155FDE", "srcvers=530.6"]),
            info: ReceiverInfo(values: ["playbackCapabilities": .dictionary(["supportsInterstitials": .bool(true)])]))
        let day = try #require(CalendarDate("2026-03-04"))
        let receiver = try #require(
            ReceiverClassifier(models: shippedModels).receivers(from: [record], statedOn: day).first)
        #expect(receiver.capabilities.airPlayVideo?.asOf == day)
        #expect(receiver.capabilities.interstitials?.asOf == day)
        #expect(receiver.capabilities.videoDecoders.first?.origin == .modelTable)
        #expect(receiver.capabilities.videoDecoders.first?.asOf == CalendarDate("2026-11-21"))
    }
}
