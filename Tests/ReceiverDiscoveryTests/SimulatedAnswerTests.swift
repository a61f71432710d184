import AirPlayReceivers
import Foundation
import Testing

@testable import ReceiverDiscovery

/// Simulated receivers on the loopback, asked by the program's own fetcher.
@Suite(.timeLimit(.minutes(30))) struct SimulatedAnswerTests {
    private let info = ReceiverInfo(values: [
        "model": .text("LS03F"), "name": .text("Stube — 居間"), "features": .unsigned(1 << 63), "vv": .integer(-2),
        "volume": .real(-12.5), "keepAliveLowPower": .bool(true), "pk": .data(Data(repeating: 7, count: 32)),
        "displays": .list((0..<20).map { .dictionary(["uuid": .text("\($0)")]) }),
    ])

    private func ask(_ answers: SimulatedReceiver.Answer...) async throws -> [InfoExchange] {
        let responder = try InfoResponder()
        defer { responder.stop() }
        let ports = try responder.open(
            answers.map { .init(name: $0.rawValue, addresses: nil, port: nil, answer: $0, info: info) })
        responder.start()
        let fetcher = InfoFetcher(attemptTimeout: .seconds(15), totalTimeout: .seconds(6000))
        return await fetcher.fetch(ports.map { .init(addresses: ["127.0.0.1"], port: $0) })
    }

    @Test func whatIsWrittenIsReadBackEveryKindOfValue() throws {
        #expect(try InfoPropertyList.read(PropertyListWriter.binary(info)) == info)
        #expect(try InfoPropertyList.read(PropertyListWriter.xml(info)) == info)
    }

    @Test func aReceiverGivesItsPropertyListOverRTSP() async throws {
        let exchange = try #require(try await ask(.info).first)
        #expect(exchange.info == info)
        #expect(exchange.attempts.map(\.dialect) == ["rtsp"])
    }

    @Test func anOlderReceiverIsAskedForServerInfo() async throws {
        let exchange = try #require(try await ask(.serverInfo).first)
        #expect(exchange.info == nil)
        #expect(exchange.serverInfo == info)
        #expect(exchange.attempts.map(\.path) == ["/info", "/info", "/server-info"])
        #expect(exchange.attempts.map(\.dialect) == ["rtsp", "http", "http"])
        #expect(exchange.attempts.map(\.outcome) == [.notOffered, .notOffered, .answered])
    }

    @Test func eachWayOfMisbehavingEndsAsWhatItIsAndDelaysNobody() async throws {
        let exchanges = try await ask(.silent, .endless, .cut, .notAllowed, .notFound, .refused, .info)
        #expect(
            exchanges.map { $0.attempts.map(\.outcome) } == [
                [.timedOut, .timedOut], [.timedOut, .timedOut], [.closed, .closed],
                [.notAllowed, .notAllowed, .notAllowed], [.notOffered, .notOffered, .notOffered], [.closed, .closed],
                [.answered],
            ])
    }

    @Test func answersComeWhileMoreReceiversAreStillFound() async throws {
        let responder = try InfoResponder()
        defer { responder.stop() }
        let ports = try responder.open(
            (0..<3).map { .init(name: "\($0)", addresses: nil, port: nil, answer: .info, info: info) })
        responder.start()
        let inquiry = InfoInquiry(limits: InfoFetcher(attemptTimeout: .seconds(300), totalTimeout: .seconds(900)))
        inquiry.ask(.init(host: "a.local", addresses: ["127.0.0.1"], port: ports[0]))
        while !inquiry.isIdle { try await Task.sleep(for: .milliseconds(5)) }
        // A second address of a port that has answered is not asked again; a new port is.
        inquiry.ask(.init(host: "a.local", addresses: ["::1"], port: ports[0]))
        inquiry.ask(.init(host: "a.local", addresses: ["127.0.0.1"], port: ports[1]))
        let exchanges = await inquiry.finish(within: .seconds(900), asksOn: false)
        #expect(exchanges.map(\.target.addresses) == [["127.0.0.1", "::1"], ["127.0.0.1"]])
        #expect(exchanges.map(\.attempts.count) == [1, 1])
    }

    @Test func anAddressThatIsFoundLaterIsTriedWhenTheFirstOneRefuses() async throws {
        let responder = try InfoResponder()
        defer { responder.stop() }
        let ports = try responder.open([
            .init(name: "x", addresses: ["127.0.0.2"], port: nil, answer: .info, info: info)
        ])
        responder.start()
        let inquiry = InfoInquiry(limits: InfoFetcher(attemptTimeout: .seconds(300), totalTimeout: .seconds(900)))
        inquiry.ask(.init(host: "a.local", addresses: ["127.0.0.1"], port: ports[0]))
        while !inquiry.isIdle { try await Task.sleep(for: .milliseconds(5)) }
        inquiry.ask(.init(host: "a.local", addresses: ["127.0.0.2"], port: ports[0]))
        let exchange = try #require(await inquiry.finish(within: .seconds(900), asksOn: false).first)
        #expect(exchange.attempts.last?.address == "127.0.0.2")
        #expect(exchange.info == info)
    }

    @Test func anInquiryThatIsCancelledEndsAtOnceAndOneWithoutTargetsToo() async throws {
        let responder = try InfoResponder()
        defer { responder.stop() }
        let ports = try responder.open([.init(name: "x", addresses: nil, port: nil, answer: .silent, info: nil)])
        responder.start()
        let inquiry = InfoInquiry(limits: InfoFetcher(attemptTimeout: .seconds(60)))
        inquiry.ask(.init(addresses: ["127.0.0.1"], port: ports[0]))
        inquiry.cancel()
        #expect(await inquiry.finish(within: .seconds(900), asksOn: true).allSatisfy { $0.info == nil })
        #expect(await InfoInquiry().finish(within: .seconds(900), asksOn: true).isEmpty)
    }

    @Test func aPortThatIsTakenIsNamedWithWhatToDo() throws {
        let first = try InfoResponder()
        defer { first.stop() }
        let port = try first.open([.init(name: "x", addresses: nil, port: nil, answer: .info, info: nil)])[0]
        let second = try InfoResponder()
        defer { second.stop() }
        #expect {
            try second.open([.init(name: "Shelf TV", addresses: ["127.0.0.1"], port: port, answer: .info, info: nil)])
        } throws: { error in
            "\(error)".contains("port \(port) of 'Shelf TV'") && "\(error)".contains("another program listens on it")
        }
    }
}
