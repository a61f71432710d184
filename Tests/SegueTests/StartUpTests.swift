import Foundation
import HarnessTestSupport
import Testing

@Suite struct StartUpTests {
    /// Loading FFmpeg's libraries takes longer than everything else at the start; only the worker does it.
    @Test func segueLoadsNoLibraryOfFFmpeg() async throws {
        let program = Bundle.main.bundleURL.appending(path: "segue").path()
        let run = try await Program.run("/usr/bin/ldd", [program])
        #expect(run.exitCode == 0)
        let names = run.output.split(separator: "\n").compactMap { line in
            line.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }
        #expect(names.contains { $0.hasPrefix("libc.so") }, "\(run.output)")
        let heavy = ["libavformat", "libavcodec", "libavutil", "libswresample", "libavfilter"]
        #expect(names.filter { name in heavy.contains { name.hasPrefix($0) } } == [])
    }
}
