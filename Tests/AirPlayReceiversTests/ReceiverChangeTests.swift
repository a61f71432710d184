import AirPlayReceivers
import Testing

@Suite struct ReceiverChangeTests {
    private func receivers(_ hosts: [String: [String]]) -> [Receiver] {
        let records = hosts.map { name, txt in
            ServiceRecord(
                serviceType: .airPlay, instanceName: name, hostName: "\(name).local", addresses: ["10.0.0.1"],
                port: 7000,
                txt: TXTRecord(txt))
        }
        return ReceiverClassifier(models: []).receivers(from: records)
    }

    @Test func whatComesAndGoesIsNamedByReceiver() {
        let changes = ReceiverChange.between(receivers(["A": [], "B": []]), receivers(["B": [], "C": []]))
        #expect(
            changes.map {
                switch $0 {
                case .appeared(let receiver): "+\(receiver.name)"
                case .changed(let receiver, _): "~\(receiver.name)"
                case .vanished(let receiver): "-\(receiver.name)"
                }
            } == ["-A", "+C"])
    }

    @Test func aChangedKeyIsNamedWithBothValues() {
        let changes = ReceiverChange.between(
            receivers(["A": ["flags=0x4", "fv=1.0", "pw"]]), receivers(["A": ["flags=0x804", "fv=1.0", "pw", "x=1"]]))
        guard case .changed(_, let what)? = changes.first else {
            Issue.record("\(changes)")
            return
        }
        #expect(what == ["_airplay._tcp flags: 0x4 → 0x804", "_airplay._tcp x: - → 1"])
    }

    @Test func nothingIsSaidOfWhatStaysTheSame() {
        #expect(ReceiverChange.between(receivers(["A": ["k=v"]]), receivers(["A": ["k=v"]])).isEmpty)
    }
}
