#!/usr/bin/env python3
"""Puts into generated media what ffmpeg cannot write: boxes, flags of Dolby sound, timed ID3, stream types of encryption.

Runs in Tests/Fixtures/generated. What is already there is left alone.
"""
import os
import struct

CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"udta", b"mvex", b"moof", b"traf"}


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open("part-" + name, "wb") as file:
        file.write(data)
    os.replace("part-" + name, name)


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def boxes(data):
    """The boxes one after the other as (type, content)."""
    offset = 0
    while offset + 8 <= len(data):
        size = struct.unpack(">I", data[offset:offset + 4])[0]
        yield data[offset + 4:offset + 8], data[offset + 8:offset + size]
        offset += size


def edit(data, change):
    """Applies change(type, content) to every box that is no container; the index must come behind the samples."""
    result = b""
    for kind, content in boxes(data):
        if kind in CONTAINERS:
            content = edit(content, change)
        kind, content = change(kind, content)
        result += box(kind, content)
    return result


def entry_edit(fixed, change):
    """A change for edit() of the first sample entry: change(type, fields, boxes)."""
    def apply(kind, content):
        if kind != b"stsd":
            return kind, content
        (name, entry), = list(boxes(content[8:]))[:1]
        name, entry = change(name, entry[:fixed], entry[fixed:])
        return kind, content[:8] + box(name, entry)
    return apply


def dolby_vision(profile, level, compatibility):
    word = profile << 9 | level << 3 | 0b101
    return bytes([1, 0, word >> 8, word & 255, compatibility << 4]) + bytes(19)


def protected(scheme):
    def change(name, fields, extensions):
        kind = b"encv" if len(fields) == 78 else b"enca"
        information = box(b"frma", name) + box(b"schm", bytes(4) + scheme + struct.pack(">I", 0x10000))
        information += box(b"schi", box(b"tenc", bytes(4) + bytes([0, 0x19, 1, 8]) + bytes(16)))
        return kind, fields + extensions + box(b"sinf", information)
    return change


def with_objects(name, fields, extensions):
    """Sets the flag for joint object coding behind a dec3 record."""
    result = b""
    for kind, content in boxes(extensions):
        result += box(kind, content + bytes([1, 16]) if kind == b"dec3" else content)
    return name, fields + result


def loud(kind, content):
    """Adds loudness of -23 LUFS and a true peak of -1 dBTP to a sound track."""
    if kind != b"trak" or b"soun" not in content:
        return kind, content
    # No sample peak, a true peak of 21 dB below 20 in steps of 1/32, then one measurement: -57.75 + 139 / 4.
    base = struct.pack(">H", 0) + ((20 + 1) * 32 << 8 | 0x21).to_bytes(4, "big") + bytes([1, 1, 139, 0x21])
    return kind, content + box(b"udta", box(b"ludt", box(b"tlou", bytes(4) + base)))


def text_frame(name, text):
    content = b"\x03" + text.encode() + b"\0"
    return name + struct.pack(">I", len(content)) + b"\0\0" + content


def id3(frames):
    return b"ID3\x04\0\0" + bytes([0, 0, len(frames) >> 7, len(frames) & 127]) + frames


def emsg(version, content):
    return box(b"emsg", bytes([version, 0, 0, 0]) + content)


def checksum(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ 0x04C11DB7 if value & 0x80000000 else value << 1) & 0xFFFFFFFF
    return struct.pack(">I", value)


def rewrite_map(stream, change):
    """Applies change(rows) to the program map of a transport stream; a row is (type, pid, descriptors)."""
    packets = [bytearray(stream[i:i + 188]) for i in range(0, len(stream), 188)]
    for packet in packets:
        if packet[1] & 0x40 == 0 or packet[4:7] != b"\0\x02\xb0":
            continue
        length = (packet[6] & 15) << 8 | packet[7]
        section = bytes(packet[5:8 + length])
        head = section[:12 + ((section[10] & 15) << 8 | section[11])]
        rows, rest = [], section[len(head):-4]
        while rest:
            size = (rest[3] & 15) << 8 | rest[4]
            rows.append((rest[0], (rest[1] & 31) << 8 | rest[2], rest[5:5 + size]))
            rest = rest[5 + size:]
        body = b"".join(
            bytes([kind, 0xE0 | pid >> 8, pid & 255, 0xF0 | len(more) >> 8, len(more) & 255]) + more
            for kind, pid, more in change(rows))
        total = len(head) + len(body) + 4 - 3
        head = head[:1] + bytes([0xB0 | total >> 8, total & 255]) + head[3:]
        section = head + body + checksum(head + body)
        packet[5:] = section + b"\xff" * (183 - len(section))
    return packets


def tag_packet(pid, ticks, tag):
    """A transport packet with one packetised packet that holds a tag."""
    time = bytes([0x21 | ticks >> 29 & 14]) + struct.pack(">HH", (ticks >> 14 & 0xFFFE) | 1, (ticks << 1 & 0xFFFE) | 1)
    unit = b"\0\0\1\xbd" + struct.pack(">H", 8 + len(tag)) + b"\x84\x80\x05" + time + tag
    filling = 184 - len(unit)
    return bytes([0x47, 0x40 | pid >> 8, pid & 255, 0x30, filling - 1, 0]) + b"\xff" * (filling - 2) + unit


def make(name, build):
    if not os.path.exists(name):
        write(name, build())


VIDEO, SOUND = 78, 28
TAG = id3(text_frame(b"TIT2", "Break"))
PID = 0x1F0

make("dolby-vision-5.mp4", lambda: edit(read("hevc-main10-pq.mp4"), entry_edit(
    VIDEO, lambda n, f, e: (b"dvh1", f + e + box(b"dvcC", dolby_vision(5, 5, 0))))))
make("dolby-vision-8.mp4", lambda: edit(read("hevc-main10-pq.mp4"), entry_edit(
    VIDEO, lambda n, f, e: (n, f + e + box(b"dvvC", dolby_vision(8, 4, 1))))))
make("atmos.mp4", lambda: edit(read("eac3-51.mp4"), entry_edit(SOUND, with_objects)))
make("encrypted-cbcs.mp4", lambda: edit(read("video-only.mp4"), entry_edit(VIDEO, protected(b"cbcs"))))
make("encrypted-sound-cbcs.m4a", lambda: edit(read("aac-48000.m4a"), entry_edit(SOUND, protected(b"cbcs"))))
make("loudness.m4a", lambda: edit(read("aac-48000.m4a"), loud))
make("mastering-boxes.mp4", lambda: edit(read("hevc-main10-pq.mp4"), entry_edit(
    VIDEO, lambda n, f, e: (n, f + e + box(b"mdcv", struct.pack(
        ">8H2I", 13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450, 10000000, 1))
        + box(b"clli", struct.pack(">2H", 1000, 400))))))
make("events.mp4", lambda: (lambda data: data + emsg(
    1, struct.pack(">IQII", 1000, 500, 250, 7) + b"https://aomedia.org/emsg/ID3\0\0" + TAG) + emsg(
    0, b"urn:example\0one\0" + struct.pack(">IIII", 90000, 45000, 0xFFFFFFFF, 8) + b"hello"))(read("fragmented.mp4")))
make("timed-id3.ts", lambda: (lambda packets: b"".join(
    map(bytes, packets[:3])) + tag_packet(PID, 126000, TAG) + b"".join(map(bytes, packets[3:])))(
    rewrite_map(read("plain.ts"), lambda rows: rows + [(0x15, PID, b"\x05\x04ID3 ")])))
make("sample-aes.ts", lambda: b"".join(map(bytes, rewrite_map(read("plain.ts"), lambda rows: [
    ({0x1B: 0xDB, 0x0F: 0xCF}[kind], pid, more) for kind, pid, more in rows]))))
make("packed-timestamp.aac", lambda: id3(
    b"PRIV" + struct.pack(">I", 53) + b"\0\0com.apple.streaming.transportStreamTimestamp\0"
    + struct.pack(">Q", 900000)) + read("packed.aac"))

PACKETS = [read("plain.ts")[i:i + 188] for i in range(0, os.path.getsize("plain.ts"), 188)]


def in_track(name, handler, change):
    """Applies change(type, content) to the track of one handler alone."""
    result = b""
    for kind, content in boxes(read(name)):
        if kind == b"moov":
            tracks = list(boxes(content))
            content = b"".join(box(k, edit(c, change) if k == b"trak" and handler in c else c) for k, c in tracks)
        result += box(kind, content)
    return result


def as_text(handler, entry):
    """The subtitles of a file with another handler and sample entry."""
    def change(kind, content):
        if kind == b"hdlr":
            content = content[:8] + handler + content[12:]
        return kind, content[:8] + entry if kind == b"stsd" else content
    return in_track("subtitles.mp4", b"tx3g", change)


def turned(kind, content):
    """A track header with the matrix of a quarter turn clockwise."""
    if kind != b"tkhd":
        return kind, content
    return kind, content[:40] + struct.pack(">9i", 0, 65536, 0, -65536, 0, 0, 36 * 65536, 0, 1 << 30) + content[76:]


def uncompressed(name, fields, extensions):
    """24 bits in a configuration, beside an entry that says 16."""
    return b"ipcm", fields[:18] + struct.pack(">H", 16) + fields[20:] + box(b"pcmC", bytes([0, 0, 0, 0, 1, 24]))


def without_shape(name, fields, extensions):
    return name, fields + b"".join(box(k, c) for k, c in boxes(extensions) if k != b"pasp")


def scrambled(packet):
    pid = (packet[1] & 31) << 8 | packet[2]
    return packet[:3] + bytes([packet[3] | 0x80]) + packet[4:] if pid in (0x100, 0x101) else packet


def without_first_picture(stream):
    """A transport stream without its first picture and the parameter sets in it; the next ones come later."""
    packets = [stream[i:i + 188] for i in range(0, len(stream), 188)]
    pictures = [i for i, p in enumerate(packets) if (p[1] & 31) << 8 | p[2] == 0x100]
    second = [i for i in pictures if packets[i][1] & 0x40][1]
    return b"".join(p for i, p in enumerate(packets) if i not in pictures or i >= second)


make("turned.mp4", lambda: in_track("plain.mp4", b"vide", turned))
make("pcm-configured.m4a", lambda: edit(read("aac-48000.m4a"), entry_edit(SOUND, uncompressed)))
make("avc-anamorphic-unboxed.mp4", lambda: edit(read("avc-odd-shape.mp4"), entry_edit(VIDEO, without_shape)))
make("text-webvtt.mp4", lambda: as_text(b"text", box(b"wvtt", bytes(7) + b"\1" + box(b"vttC", b"WEBVTT"))))
make("text-imsc.mp4", lambda: as_text(b"subt", box(b"stpp", bytes(7) + b"\1http://www.w3.org/ns/ttml\0\0\0")))
make("text-cea-708.mp4", lambda: as_text(b"clcp", box(b"c708", bytes(7) + b"\1")))
make("packets-192.ts", lambda: b"".join(struct.pack(">I", i) + packet for i, packet in enumerate(PACKETS)))
make("packets-204.ts", lambda: b"".join(packet + bytes(16) for packet in PACKETS))
make("scrambled.ts", lambda: b"".join(map(scrambled, PACKETS)))
make("begins-in-the-middle.ts", lambda: without_first_picture(read("keys-half-second.ts")))
make("two-tags.mp3", lambda: id3(
    b"PRIV" + struct.pack(">I", 53) + b"\0\0com.apple.streaming.transportStreamTimestamp\0"
    + struct.pack(">Q", 900000)) + read("mp3.mp3"))
