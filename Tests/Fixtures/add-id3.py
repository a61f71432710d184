#!/usr/bin/env python3
"""Adds a stream of timed ID3 tags to an MPEG transport stream.

    add-id3.py IN.ts OUT.ts [--every SECONDS] [--first TICKS] [--skip N,N] [--double N,N] [--shift N:SECONDS]

One tag every SECONDS (5) from the first picture on, or counted from the one at TICKS, for segments of one stream. The tags go through the text encodings of ID3v2.4 and through TXXX,
PRIV and GEOB in turn. --skip leaves tags out, --double writes them twice, --shift moves those from number N on.
"""
import argparse
import struct
import sys

PACKET, ID3_PID = 188, 0x1F0


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ 0x04C11DB7) & 0xFFFFFFFF if crc & 0x80000000 else crc << 1 & 0xFFFFFFFF
    return struct.pack(">I", crc)


def synchsafe(number):
    return bytes(number >> shift & 0x7F for shift in (21, 14, 7, 0))


def frame(name, content):
    return name.encode() + synchsafe(len(content)) + b"\0\0" + content


def tag(number):
    text = f"Cue {number} \u00e9"
    kinds = [
        lambda: frame("TIT2", b"\x00" + text.encode("latin-1")),
        lambda: frame("TIT2", b"\x01\xff\xfe" + text.encode("utf-16-le")),
        lambda: frame("TIT2", b"\x02" + text.encode("utf-16-be")),
        lambda: frame("TIT2", b"\x03" + text.encode("utf-8")),
        lambda: frame("TXXX", b"\x03cue\0" + str(number).encode()),
        lambda: frame("PRIV", b"com.example.cue\0" + struct.pack(">I", number)),
        lambda: frame("GEOB", b"\x00text/plain\0cue.txt\0what\0" + b"0123456789"),
    ]
    frames = kinds[number % len(kinds)]()
    return b"ID3\x04\0\0" + synchsafe(len(frames)) + frames


def pid_of(packet):
    return (packet[1] & 0x1F) << 8 | packet[2]


def payload_of(packet):
    start = 4
    if packet[3] & 0x20:
        start += 1 + packet[4]
    return packet[start:] if packet[3] & 0x10 else b""


def timestamp(pes):
    if pes[:3] != b"\0\0\1" or not pes[7] & 0x80:
        return None
    a, b, c, d, e = pes[9:14]
    return (a >> 1 & 7) << 30 | b << 22 | (c >> 1) << 15 | d << 7 | e >> 1


def pes(pts, data):
    stamp = bytes([0x21 | pts >> 29 & 0x0E, pts >> 22 & 0xFF, pts >> 14 & 0xFE | 1, pts >> 7 & 0xFF, pts << 1 & 0xFE | 1])
    body = b"\x84\x80\x05" + stamp + data
    return b"\0\0\1\xbd" + struct.pack(">H", len(body)) + body


def packets(data, counter):
    """Cuts a PES packet into transport packets, stuffing the last one."""
    result, first = [], True
    while data:
        room = PACKET - 4
        part, data = data[:room], data[room:]
        fill = room - len(part)
        head = bytes([0x47, (0x40 if first else 0) | ID3_PID >> 8, ID3_PID & 0xFF])
        if fill == 0:
            result.append(head + bytes([0x10 | counter[0]]) + part)
        else:
            field = bytes([fill - 1]) + (b"\0" + b"\xff" * (fill - 2) if fill > 1 else b"")
            result.append(head + bytes([0x30 | counter[0]]) + field + part)
        counter[0] = (counter[0] + 1) & 0x0F
        first = False
    return b"".join(result)


def with_id3_stream(packet):
    """The program map with the ID3 stream in it (ISO 13818-1 2.12; Apple, Timed Metadata for HLS)."""
    payload = payload_of(packet)
    section = payload[1 + payload[0]:]
    length = (section[1] & 0x0F) << 8 | section[2]
    body = section[3:3 + length - 4]
    old = (body[7] & 0x0F) << 8 | body[8]
    pointer = bytes([0x25, 15]) + b"\xff\xffID3 \xffID3 \0\x1f\0\x01"
    metadata = bytes([0x26, 13]) + b"\xff\xffID3 \xffID3 \0\x0f"
    info = body[9:9 + old] + pointer
    stream = bytes([0x15, 0xE0 | ID3_PID >> 8, ID3_PID & 0xFF, 0xF0, len(metadata)]) + metadata
    body = body[:7] + struct.pack(">H", 0xF000 | len(info)) + info + body[9 + old:] + stream
    section = bytes([section[0]]) + struct.pack(">H", 0xB000 | len(body) + 4) + body
    section += crc32(section)
    result = packet[:3] + bytes([0x10 | packet[3] & 0x0F]) + b"\0" + section
    return result + b"\xff" * (PACKET - len(result))


def numbers(text):
    return {int(part) for part in text.split(",") if part}


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("source")
    options.add_argument("target")
    options.add_argument("--every", type=float, default=5)
    options.add_argument("--first", type=int)
    options.add_argument("--skip", type=numbers, default=set())
    options.add_argument("--double", type=numbers, default=set())
    options.add_argument("--shift", default="")
    given = options.parse_args()
    shift_from, shift_by = (given.shift.split(":") + ["0"])[:2] if given.shift else (sys.maxsize, 0)
    map_pid = video_pid = None
    first, begins = given.first, True
    counter, number = [0], 0
    source, target = open(given.source, "rb"), open(given.target, "wb")
    while len(packet := source.read(PACKET)) == PACKET:
        pid = pid_of(packet)
        if pid == 0:
            section = payload_of(packet)
            section = section[1 + section[0]:]
            map_pid = (section[10] & 0x1F) << 8 | section[11]
        elif pid == map_pid and packet[1] & 0x40:
            packet = with_id3_stream(packet)
        elif packet[1] & 0x40 and payload_of(packet)[:4] in (b"\0\0\1\xe0", b"\0\0\1\xe1"):
            video_pid = video_pid or pid
            pts = timestamp(payload_of(packet)) if pid == video_pid else None
            if pts is not None:
                first = pts if first is None else first
                while begins and first + round(number * given.every * 90000) < pts:
                    number += 1
                begins = False
                while first + round(number * given.every * 90000) <= pts:
                    moved = float(shift_by) if number >= int(shift_from) else 0
                    stamp = (first + round((number * given.every + moved) * 90000)) & 0x1FFFFFFFF
                    for _ in range(0 if number in given.skip else 2 if number in given.double else 1):
                        target.write(packets(pes(stamp, tag(number)), counter))
                    number += 1
        target.write(packet)
    target.close()


main()
