/// Turns three-letter codes of containers into tags that playlists use.
package enum LanguageTag {
    /// The shortest BCP 47 tag (RFC 5646 2.2.1) of a code of ISO 639-2 in either form.
    ///
    /// - Returns: `nil` for undetermined and private codes and for anything that is no word of two or three letters; a code
    ///   without a two-letter form stays as it is.
    package static func bcp47(iso639 code: String) -> String? {
        let code = code.lowercased()
        guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            !["und", "mis", "mul", "zxx", "qaa"].contains(code)
        else { return nil }
        return twoLetterCodes[code] ?? code
    }

    private static let twoLetterCodes: [String: String] = {
        let table = """
            alb sq sqi sq ara ar arm hy hye hy baq eu eus eu bel be ben bn bos bs bul bg bur my mya my cat ca chi zh \
            zho zh cze cs ces cs dan da dut nl nld nl eng en est et fin fi fre fr fra fr geo ka kat ka ger de deu de \
            gle ga glg gl gre el ell el guj gu heb he hin hi hrv hr hun hu ice is isl is ind id ita it jpn ja kan kn \
            kaz kk khm km kor ko lao lo lav lv lit lt ltz lb mac mk mkd mk mal ml mar mr may ms msa ms mlt mt mon mn \
            nep ne nno nn nob nb nor no pan pa per fa fas fa pol pl por pt pus ps rum ro ron ro rus ru sin si slo sk \
            slk sk slv sl som so spa es srp sr swa sw swe sv tam ta tel te tgl tl tha th tur tr ukr uk urd ur uzb uz \
            vie vi wel cy cym cy xho xh yor yo zul zu
            """.split(separator: " ").map(String.init)
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: table.count - 1, by: 2).map { (table[$0], table[$0 + 1]) })
    }()
}
