extension ReadingRule {
    /// Attribute lists.
    static let attributes: [RuleDescription] = [
        RuleDescription(
            "playlist-attribute-syntax", "error", "rfc8216bis 4.2",
            "Attributes are NAME=VALUE, with commas between them.",
            why: "Where a comma is missing, two attributes become one.", example: "ID=\"a\"CLASS=\"b\"."),
        RuleDescription(
            "playlist-attribute-name", "error", "rfc8216bis 4.2",
            "Names of attributes are capitals, digits and hyphens.",
            why: "Others are no attributes and are ignored.", example: "x-asset-uri=…"),
        RuleDescription(
            "playlist-attribute-duplicate", "error", "rfc8216bis 4.2", "An attribute occurs once in a tag.",
            why: "Players differ in which value they take; some refuse the playlist.", example: "ID=\"a\",ID=\"b\"."),
        RuleDescription(
            "playlist-attribute-empty", "error", "rfc8216bis 4.2", "An attribute has a value.",
            why: "The tag is ignored, or the attribute is.", example: "X-ASSET-URI=\"\"."),
        RuleDescription(
            "playlist-attribute-blank", "error", "rfc8216bis 4.2",
            "Blanks and quotes stand inside quoted strings only.",
            why: "Players split at them, or take them for part of the value.", example: "CUE=PRE ONCE."),
        RuleDescription(
            "playlist-attribute-unterminated", "error", "rfc8216bis 4.2",
            "A quoted string ends with a quote, on its line.",
            why: "Everything behind it is lost.", example: "URI=\"key.bin"),
        RuleDescription(
            "playlist-attribute-type", "error", "rfc8216bis 4.2",
            "A value is of the attribute's type: quoted or not, whole or fractional, in range.",
            why: "The tag is ignored, or the playlist refused.", example: "BANDWIDTH=\"800000\", X-RESUME-OFFSET=\"0\"."
        ),
        RuleDescription(
            "playlist-attribute-value", "warning", "rfc8216bis 6.3.1", "An enumerated value is one that is known.",
            why: "Clients ignore the whole tag.", example: "METHOD=ROT13."),
        RuleDescription(
            "playlist-attribute-missing", "error", "rfc8216bis 4.4", "A tag has the attributes that it must have.",
            why: "Without them it says nothing; it is ignored.", example: "EXT-X-STREAM-INF without BANDWIDTH."),
        RuleDescription(
            "playlist-attribute-repeated", "warning", "rfc8216bis 4.2", "A list of words names each word once.",
            why: "It is not legal, and means nothing more.", example: "X-RESTRICT=\"SKIP,SKIP\"."),
        RuleDescription(
            "playlist-attribute-too-many", "error", "a limit of this tool", "A tag has few attributes.",
            why: "The rest of the tag is not read.", example: "A tag with hundreds of X- attributes."),
    ]

    /// EXT-X-DEFINE and the places where its variables are used.
    static let variables: [RuleDescription] = [
        RuleDescription(
            "playlist-define", "error", "rfc8216bis 4.4.2.3",
            "EXT-X-DEFINE has exactly one of NAME, IMPORT and QUERYPARAM.",
            why: "Nothing is defined otherwise.", example: "NAME and IMPORT in one tag."),
        RuleDescription(
            "playlist-variable-name", "error", "rfc8216bis 4.4.2.3", "Names of variables are letters, digits, - and _.",
            why: "Players must refuse the playlist.", example: "NAME=\"ad host\"."),
        RuleDescription(
            "playlist-variable-duplicate", "error", "rfc8216bis 4.4.2.3", "A variable is defined once.",
            why: "Players must refuse the playlist.", example: "Two EXT-X-DEFINE with NAME=\"host\"."),
        RuleDescription(
            "playlist-variable-undefined", "error", "rfc8216bis 4.3",
            "A variable is defined above the line that uses it.",
            why: "Players must refuse the playlist.", example: "{$host} in a media playlist that does not import it."),
        RuleDescription(
            "playlist-variable-nested", "error", "rfc8216bis 4.3",
            "Values do not put together a reference to a variable.",
            why: "References are replaced once, so this one stays in the URI.",
            example: "{{$part} where part is '$host'."),
        RuleDescription(
            "playlist-variable-import", "error", "rfc8216bis 4.4.2.3",
            "IMPORT names a variable that the multivariant playlist defines.",
            why: "Players must refuse the playlist; so does one that loads the media playlist alone.",
            example: "IMPORT=\"token\" without EXT-X-DEFINE for token above."),
        RuleDescription(
            "playlist-variable-query", "error", "rfc8216bis 4.4.2.3",
            "QUERYPARAM names a parameter of the URI that the playlist was loaded from.",
            why: "Players must refuse the playlist.",
            example: "QUERYPARAM=\"token\" with main.m3u8 instead of main.m3u8?token=1."),
        RuleDescription(
            "playlist-variable-uri", "error", "rfc8216bis 4.3",
            "A line with variables is a URI once they are replaced.",
            why: "The segment or variant cannot be found.", example: "https://{$host}/1.m4s where host is 'my host'."),
        RuleDescription(
            "playlist-variable-limit", "error", "a limit of this tool", "Variables are few, and short when replaced.",
            why: "Replacing them could exhaust the memory of player and tool.",
            example: "A value of a megabyte used on each line."),
    ]

    /// Date ranges of any class.
    static let dateRanges: [RuleDescription] = [
        RuleDescription(
            "playlist-date-range-without-date", "error", "rfc8216bis 4.4.5.1",
            "A playlist with date ranges has an EXT-X-PROGRAM-DATE-TIME.",
            why: "Without one no date has a place, and no break plays.",
            example: "EXT-X-DATERANGE without any date of a segment."),
        RuleDescription(
            "playlist-date-range-conflict", "warning", "rfc8216bis 4.4.5.1",
            "Tags with one ID agree in every attribute that both have.",
            why: "hls.js drops the break, Shaka takes the first, media3 refuses the playlist.",
            example: "A second tag of 'ad-1' with another X-ASSET-URI."),
        RuleDescription(
            "playlist-date-range-end", "warning", "rfc8216bis 4.4.5.1",
            "A date range ends at START-DATE plus DURATION, and not before it begins.",
            why: "The tag is ignored.", example: "END-DATE 20 s after START-DATE with DURATION=30."),
        RuleDescription(
            "playlist-date-range-end-on-next", "warning", "rfc8216bis 4.4.5.1",
            "END-ON-NEXT has a CLASS and neither DURATION nor END-DATE.", why: "The tag is ignored.",
            example: "END-ON-NEXT=YES with DURATION=30."),
        RuleDescription(
            "playlist-date-range-cue", "warning", "rfc8216bis 4.4.5.1", "CUE is not PRE and POST at once.",
            why: "The tag is ignored, and the break never plays.", example: "CUE=\"PRE,POST\"."),
        RuleDescription(
            "playlist-date-range-limit", "error", "a limit of this tool",
            "A playlist has a bounded number of date ranges.",
            why: "The rest is not read.", example: "A live playlist that never removes a range."),
    ]
}
