import HLSPlaylists
import MediaFormats
import Testing

@Suite struct MediaSnifferTests {
    @Test(
        "Containers by their first bytes",
        arguments: [
            ([0, 0, 0, 0x18] + Array("ftypmp42".utf8), .mp4),
            ([0, 0, 0, 0x18] + Array("stypmsdh".utf8), .fragmentedMP4),
            ([0x47, 0x40, 0, 0x10], .transportStream), (Array("GIF89a".utf8) + [1, 0, 1, 0], nil),
            (Array("Gateway Timeout\n".utf8), nil), ([0x1A, 0x45, 0xDF, 0xA3, 0x93], .matroska),
            (Array("fLaC".utf8) + [0], .flac), (Array("OggS".utf8) + [0], .ogg),
            (Array("RIFF".utf8) + [0x24, 0, 0, 0] + Array("WAVEfmt ".utf8), .wav),
            // MPEG-1 layer III, 64 kbit/s, 44.1 kHz; then a reserved layer, and a bit rate that is none.
            ([0xFF, 0xFB, 0x50, 0xC4], .packedAudio), ([0xFF, 0xF9, 0x50, 0x80], .packedAudio),
            ([0xFF, 0xE1, 0x50, 0xC4], nil), ([0xFF, 0xFB, 0xF0, 0xC4], nil), (Array("WEBVTT\n".utf8), .webVTT),
            (Array("RIFF".utf8) + [0x24, 0, 0, 0] + Array("AVI LIST".utf8), nil), (Array("#EXTM3U\n".utf8), nil),
        ] as [([UInt8], ContainerFormat?)])
    func container(head: [UInt8], expected: ContainerFormat?) {
        #expect(MediaSniffer.container(of: head) == expected)
    }

    @Test(
        "Containers by their names",
        arguments: [
            ("a/film.webm?x=.ts", .matroska), ("film.mkv", .matroska), ("song.flac", .flac), ("song.ogg", .ogg),
            ("song.wav", .wav), ("film.avi", nil),
        ] as [(String, ContainerFormat?)])
    func container(name: String, expected: ContainerFormat?) {
        #expect(MediaSniffer.container(named: name) == expected)
    }
}
