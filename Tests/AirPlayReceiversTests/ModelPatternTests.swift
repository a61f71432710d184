import AirPlayReceivers
import Testing

@Suite struct ModelPatternTests {
    @Test(
        "A pattern covers a whole model or none of it",
        arguments: [
            ("QN90D", "QN90D", true), ("QN90D", "QN90DX", false), ("QN90D", "XQN90D", false), ("", "", true),
            ("", "a", false), ("QN\\d{2}[A-F]?", "QN90D", true), ("QN\\d{2}[A-F]?", "QN90", true),
            ("QN\\d{2}[A-F]?", "QN9", false), ("QN\\d{2}[A-F]?", "QN90G", false), ("(?i)qn\\d+", "Qn90", true),
            ("(?i)[a-c]x", "BX", true), ("qn\\d+", "QN90", false), ("a|bc|", "bc", true), ("a|bc|", "", true),
            ("(a|bc)d", "bcd", true), ("(?:a|bc)d", "ad", true), ("(a|bc)d", "bc", false), ("a{2}", "aa", true),
            ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{2,}", "a", false), ("a{0,2}", "", true),
            ("a{1,3}b", "aaab", true), ("a{1,3}b", "aaaab", false), (".*sound ?bar.*", "My soundbar 2", true),
            (".*sound ?bar.*", "soundbear", false), ("[^0-9]+", "abc", true), ("[^0-9]+", "ab1", false),
            ("[-, ]", "-", true), ("[]x]", "]", true), ("a\\.b", "a.b", true), ("a\\.b", "axb", false),
            ("mu-?so", "mu-so", true), ("\\w+\\s\\w+", "Era 100", true), ("\\D+", "Ray", true),
            ("Über", "Über", true), ("LG.*", "LG 电视", true), ("(a*)*b", "aaab", true), ("(a?)*", "aaa", true),
        ])
    func matches(pattern: String, model: String, expected: Bool) throws {
        #expect(try ModelPattern(pattern).matches(model) == expected)
    }

    // Each of these makes a regular expression that tries one way after the other take longer than a life.
    @Test(
        "No pattern hangs, whatever the model", .timeLimit(.minutes(30)),
        arguments: [
            "(a+)+b", "(a|a)*b", "(a*)*(a*)*(a*)*b", "(.*a){12}b", "(\\w*\\w*\\w*\\w*\\w*)*b", "((a{1,9}){1,9}){1,9}b",
        ])
    func hostile(pattern: String) throws {
        #expect(try !ModelPattern(pattern).matches(String(repeating: "a", count: 255)))
    }

    @Test(
        "What is no pattern is refused with a reason",
        arguments: [
            ("(", "a group does not end"), (")", "a ')' too many"), ("[a", "does not end"),
            ("*a", "a repetition of nothing"),
            ("a**", "a repetition of a repetition"), ("a{", "without a number"), ("a{2", "does not end"),
            ("a{3,2}", "up to 64"), ("a{99999}", "up to 64"), ("^a$", "leave out ^ and $"),
            ("(?!a)b", "(? is not understood"),
            ("a\\", "ends with a backslash"), ("\\q", "'\\q' is not understood"), ("[z-a]", "runs backwards"),
            ("[é]", "ASCII only"), (String(repeating: "(", count: 40), "nested too deep"),
            (String(repeating: "a", count: 2000), "more than 1000 bytes"), ("(((a{64}){64}){64}){64}", "too many"),
        ])
    func refused(pattern: String, reason: String) {
        #expect { try ModelPattern(pattern) } throws: { "\($0)".contains(reason) }
    }

    @Test func garbageNeitherTrapsNorHangs() {
        var random = SeededRandom(state: 5)
        let pieces = [
            "a", "(", ")", "[", "]", "{2,}", "{", "*", "+", "?", "|", "\\", "\\d", ".", "-", "^", "é", "(?i)",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int(random.next() % 12)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
                .joined()
            _ = try? ModelPattern(text).matches("aa1-é")
        }
    }
}
