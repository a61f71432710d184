import Foundation
import Testing

@testable import ReceiverMeasuring

/// Forms as `output_file_handler.py` and `observation_result_handler.py` of cta-wave/device-observation-framework write them.
@Suite struct WaveImportTests {
    private let header =
        "Camera Frame,Content ID,Media Time,Frame Number,Frame Rate,Location,Test Status,Last Action,Current Time,Delay,"
        + "Session ID,Test ID\r\n"

    /// 2 s of A1 at 25 frames a second and 1 s of B1, 0.5 s later, seen at 100 pictures a second; frames from 1.
    private var list: String {
        var text = header + "3,,,,,,,,,,session,test-1\r\n"
        func row(_ camera: Int, _ content: String, _ frame: Int) {
            text += "\(camera),\(content),\(frame * 40).0,\(frame),25.0,\"[12, 40]\",,,,,,\r\n"
        }
        for camera in 10..<210 { row(camera, "A1", (camera - 10) / 4 + 1) }
        text += "215,,,,,,playing,representation_change,2.0,4,,\r\n"
        for camera in 260..<360 { row(camera, "B1", (camera - 260) / 4 + 1) }
        return text
    }

    @Test func aSwitchOfContentIsReadFromTheListOfCodes() throws {
        #expect(WaveCodeList.recognises(Array(list.utf8.prefix(64))))
        let codes = try WaveCodeList(Data(list.utf8), name: "qr_code_list.csv", cameraRate: 100)
        #expect(codes.parts.count == 1)
        let found = try #require(try RecordingAnalysis(codes.parts[0], assets: codes.assets).transitions.first)
        #expect(found.from.name == "A1 at 25.0" && found.to.name == "B1 at 25.0")
        // A1's last frame (50, the 49th from 0) was due to end at camera frame 210; B1 began at 260.
        #expect(found.lastFrame == 49 && found.firstFrame == 0)
        #expect(found.start == 500_000 && found.longestWait == 500_000)
        // What the camera saw in between without a code nobody knows.
        #expect(found.unreadable == 500_000)
        #expect(found.silence == nil)
    }

    @Test func nothingLeadsFromOneTestToTheNext() throws {
        let two = list + list.dropFirst(header.count).replacing("test-1", with: "test-2").replacing("A1", with: "C1")
        let codes = try WaveCodeList(Data(two.utf8), name: "qr.csv", cameraRate: 100)
        #expect(codes.parts.count == 2)
        let names = try codes.parts.flatMap { part in
            try RecordingAnalysis(part, assets: codes.assets).transitions.map { "\($0.from.name) \($0.to.name)" }
        }
        #expect(names == ["A1 at 25.0 B1 at 25.0", "C1 at 25.0 B1 at 25.0"])
    }

    @Test func ofTwoCodesInOnePictureTheNewerCounts() throws {
        let rows = (0..<30).map { camera in
            "\(camera),A1,0,\(camera / 2 + 1),50,,,,,,,\r\n\(camera),A1,0,\(camera / 2 + 2),50,,,,,,,\r\n"
        }
        let codes = try WaveCodeList(Data((header + rows.joined()).utf8), name: "qr.csv", cameraRate: 100)
        #expect(codes.parts[0].picture(0) == .marked(asset: 0, frame: 1, isBlended: false))
    }

    @Test(
        "Lists that cannot be read are refused with the line",
        arguments: [
            ("", "is empty"), ("Camera Frame,Content ID\r\n", "lacks one of the columns"),
            ("Camera Frame,Content ID,Frame Number,Frame Rate\r\n1,A1,x,25\r\n", ":2: error"),
            ("Camera Frame,Content ID,Frame Number,Frame Rate\r\n1,A1,3,1e9\r\n", ":2: error"),
            ("Camera Frame,Content ID,Frame Number,Frame Rate\r\n1,A1,3,25\r\n99999999,A1,4,25\r\n", ":3: error"),
            ("Camera Frame,Content ID,Frame Number,Frame Rate\r\n", "no frame of any content"),
        ])
    func badList(text: String, words: String) {
        let error = #expect(throws: MeasuringError.self) {
            try WaveCodeList(Data(text.utf8), name: "qr.csv", cameraRate: 120)
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func ofTheResultsOnlyStartsOfSecondPresentationsAreTimes() throws {
        let results = #"""
            {"meta":{"datetime_observation":"2024-01-01 10:00:00"},"results":[{"test":"/cfhd_15_30/truncated.html","subtests":[
            {"name":"[OF] Video start-up delay: The delay between 'representation_change' and presenting the first frame of the second presentation should be sufficiently low.","status":"PASS","message":"Maximum permitted startup delay is 120ms. The presentation start up delay is 83.3333ms."},
            {"name":"[OF] Video start-up delay: The start-up delay should be sufficiently low.","status":"PASS","message":"Maximum permitted startup delay is 120ms. The presentation start up delay is 50.0ms."},
            {"name":"[OF] Every video frame S[k,s] shall be rendered.","status":"FAIL","message":"Frame 12 is missing."},
            {"name":"loads","status":"PASS","message":null}]}]}
            """#
        let read = try WaveResults(Data(results.utf8), name: "r.json")
        #expect(read.delays == [83.3333] && read.others == 2)
    }

    @Test("Other JSON is refused", arguments: ["{}", "[]", "", #"{"results":[]}"#, #"{"results":[{"subtests":[]}]}"#])
    func noResults(text: String) {
        #expect(throws: MeasuringError.self) { try WaveResults(Data(text.utf8), name: "r.json") }
    }
}
