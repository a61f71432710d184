#!/usr/bin/env python3
"""Compares what `segue probe` says of some media with ffprobe and mediainfo, value by value.

usage: compare-probes.py SEGUE FOLDER [EXPLAINED]

Prints for each value how often the others agree, and every difference. EXPLAINED is a Markdown file in which each known
difference has a heading of the form `### file: value` (with `*` for any part of a name); a difference that none of them
covers ends the comparison with 1, so does a heading that covers none.
"""
import fnmatch
import fractions
import json
import os
import re
import subprocess
import sys


def files(folder):
    for name in sorted(os.listdir(folder)):
        if "." in name and not name.startswith((".", "part-")) and not name.endswith((".srt", ".part")):
            yield name


def segue(program, folder, names):
    """Our values of all files, by name."""
    answer = subprocess.run(
        [program, "probe", "--stdin", "--ndjson", "--no-cache"],
        input="\n".join(os.path.join(folder, name) for name in names), capture_output=True, text=True)
    found = {}
    for line in answer.stdout.splitlines():
        asset = json.loads(line)["assets"][0]
        measured = (asset["renditions"] or [{}])[0].get("measured") or {}
        video, audio = measured.get("video") or {}, measured.get("audio") or {}
        size = video.get("resolution") or {}
        aspect = video.get("pixelAspect")
        rate = video.get("frameRate")
        found[os.path.basename(asset["uri"])] = {
            "video codec": video.get("codec"),
            "profile": video.get("profile"),
            "level": video.get("level"),
            "size": f"{size['width']}x{size['height']}" if size else None,
            "pixel aspect": f"{aspect['horizontal']}:{aspect['vertical']}" if aspect else None,
            "frame rate": fractions.Fraction(rate["numerator"], rate["denominator"]) if rate else None,
            "bit depth": video.get("bitDepth"),
            "chroma": video.get("chroma"),
            "interlaced": video.get("interlaced"),
            "transfer": (video.get("colour") or {}).get("transfer"),
            "audio codec": audio.get("codec"),
            "AAC type": audio.get("objectType"),
            "sample rate": audio.get("sampleRate"),
            "channels": audio.get("channels"),
            "language": audio.get("language"),
            "duration": (measured.get("timing") or {}).get("durationSeconds"),
        }
    return found


CODECS = {"h264": "avc", "hevc": "hevc", "av1": "av1", "vp9": "vp9", "mpeg2video": "mpeg2", "aac": "aac", "ac3": "ac-3",
          "eac3": "ec-3", "alac": "alac", "flac": "flac", "mp3": "mp3", "opus": "opus", "pcm_s24le": "pcm", "pcm_s16le": "pcm",
          "aac_latm": "aac", "dts": "dts"}
TRANSFERS = {"bt709": 1, "smpte170m": 6, "bt2020-10": 14, "smpte2084": 16, "arib-std-b67": 18}
AAC = {"LC": "LC", "HE-AAC": "HE-AAC", "HE-AACv2": "HE-AACv2"}


def ffprobe(path):
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", path], capture_output=True, text=True)
    document = json.loads(answer.stdout or "{}")
    streams = document.get("streams", [])
    video = next((s for s in streams if s["codec_type"] == "video"), {})
    audio = next((s for s in streams if s["codec_type"] == "audio"), {})
    pixels = video.get("pix_fmt", "")
    chroma = re.match(r"yuvj?(4\d\d)p", pixels)
    depth = re.search(r"p(\d\d)le$", pixels)
    level = video.get("level", -99)
    codec = video.get("codec_name")
    if codec == "hevc":
        level = level // 3
    elif codec == "av1":
        level = (2 + level // 4) * 10 + level % 4
    elif codec == "mpeg2video":
        level = 0  # A code and no number: 8 is the Main level.
    aspect = video.get("sample_aspect_ratio")
    rate = video.get("avg_frame_rate", "0/0")
    if rate == "0/0":
        rate = video.get("r_frame_rate", "0/0")
    order = video.get("field_order")
    return {
        "video codec": CODECS.get(codec, codec),
        "profile": video.get("profile"),
        "level": level if level > 0 else None,
        "size": f"{video['width']}x{video['height']}" if "width" in video else None,
        "pixel aspect": aspect if aspect not in (None, "0:1", "N/A") else None,
        "frame rate": fractions.Fraction(rate) if rate not in ("0/0",) else None,
        "bit depth": int(depth[1]) if depth else 8 if chroma else None,
        "chroma": ":".join(chroma[1]) if chroma else None,
        "interlaced": None if order in (None, "unknown") else order != "progressive",
        "transfer": TRANSFERS.get(video.get("color_transfer")),
        "audio codec": CODECS.get(audio.get("codec_name"), audio.get("codec_name")),
        "AAC type": AAC.get(audio.get("profile")) if audio.get("codec_name") == "aac" else None,
        "sample rate": int(audio["sample_rate"]) if "sample_rate" in audio else None,
        "channels": audio.get("channels"),
        "language": language(audio.get("tags", {}).get("language")),
        "duration": number(document.get("format", {}).get("duration")),
    }


def language(code):
    return {"deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "und": None}.get(code, code)


def number(text):
    return float(text) if text not in (None, "N/A") else None


FORMATS = {"AVC": "avc", "HEVC": "hevc", "AV1": "av1", "VP9": "vp9", "MPEG Video": "mpeg2", "AAC": "aac", "AC-3": "ac-3",
           "E-AC-3": "ec-3", "ALAC": "alac", "FLAC": "flac", "MPEG Audio": "mp3", "Opus": "opus", "PCM": "pcm", "vp09": "vp9", "DTS": "dts"}
MEDIAINFO_TRANSFERS = {"BT.709": 1, "BT.601": 6, "BT.2020 (10-bit)": 14, "PQ": 16, "HLG": 18}


def mediainfo(path):
    answer = subprocess.run(["mediainfo", "--Output=JSON", path], capture_output=True, text=True)
    tracks = (json.loads(answer.stdout or "{}").get("media") or {}).get("track", [])
    general = next((t for t in tracks if t["@type"] == "General"), {})
    video = next((t for t in tracks if t["@type"] == "Video"), {})
    audio = next((t for t in tracks if t["@type"] == "Audio"), {})
    level = video.get("Format_Level")
    if level:
        level = int(round(float(level) * 10)) if re.fullmatch(r"[\d.]+", level) else None
    rate = None
    if "FrameRate_Num" in video:
        rate = fractions.Fraction(int(video["FrameRate_Num"]), int(video["FrameRate_Den"]))
    elif "FrameRate" in video:
        rate = fractions.Fraction(video["FrameRate"]).limit_denominator(1001)
    aspect = video.get("PixelAspectRatio")
    if aspect:
        aspect = fractions.Fraction(aspect).limit_denominator(100)
    scan = video.get("ScanType")
    features = audio.get("Format_AdditionalFeatures", "")
    return {
        "video codec": FORMATS.get(video.get("Format"), video.get("Format")),
        "profile": video.get("Format_Profile"),
        "level": level,
        "size": f"{video['Width']}x{video['Height']}" if "Width" in video else None,
        "pixel aspect": f"{aspect.numerator}:{aspect.denominator}" if aspect else None,
        "frame rate": rate,
        "bit depth": int(video["BitDepth"]) if "BitDepth" in video else None,
        "chroma": video.get("ChromaSubsampling"),
        "interlaced": {"Progressive": False, "Interlaced": True, "MBAFF": True}.get(scan),
        "transfer": MEDIAINFO_TRANSFERS.get(video.get("transfer_characteristics")),
        "audio codec": FORMATS.get(audio.get("Format"), audio.get("Format")),
        "AAC type": "HE-AAC" if "SBR" in features else "LC" if features == "LC" else None,
        "sample rate": int(audio["SamplingRate"]) if "SamplingRate" in audio else None,
        "channels": int(audio["Channels"]) if "Channels" in audio else None,
        "language": audio.get("Language"),
        "duration": number(general.get("Duration")),
    }


def same(name, ours, theirs):
    if name == "duration":
        return abs(ours - theirs) <= 0.05
    if name == "frame rate":
        return abs(ours - theirs) <= fractions.Fraction(1, 200)
    if name == "pixel aspect":
        return fractions.Fraction(ours.replace(":", "/")) == fractions.Fraction(theirs.replace(":", "/"))
    return ours == theirs


def explained(path):
    if not path:
        return []
    with open(path) as file:
        return [line[4:].strip() for line in file if line.startswith("### ")]


def main():
    program, folder = sys.argv[1:3]
    headings = explained(sys.argv[3] if len(sys.argv) > 3 else None)
    used = set()
    names = list(files(folder))
    ours = segue(program, folder, names)
    unexplained = 0
    for peer, read in (("ffprobe", ffprobe), ("mediainfo", mediainfo)):
        counts, differences = {}, []
        for name in names:
            theirs = read(os.path.join(folder, name))
            for value, mine in ours.get(name, {}).items():
                other = theirs.get(value)
                count = counts.setdefault(value, {"agree": 0, "differ": 0, "only segue": 0, "only peer": 0, "neither": 0})
                if mine is None or other is None:
                    kind = "neither" if mine is other else "only segue" if other is None else "only peer"
                else:
                    kind = "agree" if same(value, mine, other) else "differ"
                count[kind] += 1
                if kind in ("differ", "only peer"):
                    covering = [h for h in headings if fnmatch.fnmatch(f"{name}: {value}, {peer}", h) or fnmatch.fnmatch(f"{name}: {value}", h)]
                    used.update(covering)
                    unexplained += 0 if covering else 1
                    differences.append((name, value, mine, other, "" if covering else "   NOT EXPLAINED"))
        print(f"segue beside {peer}, {len(names)} files")
        print(f"  {'value':14} {'agree':>6} {'differ':>7} {'only segue':>11} {'only peer':>10} {'neither':>8}")
        for value, count in counts.items():
            print(f"  {value:14} {count['agree']:6} {count['differ']:7} {count['only segue']:11} {count['only peer']:10} {count['neither']:8}")
        for name, value, mine, other, mark in differences:
            print(f"  {name}: {value}: segue {mine}, {peer} {other}{mark}")
        print()
    unused = [h for h in headings if h not in used]
    for heading in unused:
        print(f"nothing differs any more: {heading}")
    if unexplained or unused:
        print(f"{unexplained} differences are not explained")
        return 1
    return 0


sys.exit(main())
