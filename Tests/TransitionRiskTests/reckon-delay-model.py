#!/usr/bin/env python3
"""Reckons the worked examples of DelayModelTests.swift apart from Segue: plain Monte Carlo, 2^20 independent draws.

Needs numpy and PyYAML. Usage: reckon-delay-model.py [transition-costs.yaml]
"""

import pathlib
import sys

import numpy as np
import yaml

DRAWS = 1 << 20
random = np.random.default_rng(1)
here = pathlib.Path(__file__).resolve().parent
path = sys.argv[1] if len(sys.argv) > 1 else here / "../../DeviceMatrix/transition-costs.yaml"
changes = yaml.safe_load(open(path))["changes"]


def reckon(switching, changes_here, lead, dual, overlap, hdmi, circumstances=()):
    def numbers(name):
        cost = changes[name]
        values = {key: cost[key][switching] for key in ("trigger", "p50", "p95")}
        for circumstance in circumstances:
            values.update(cost.get("overrides", {}).get(circumstance, {}))
        return values

    def size(name, z):
        n = numbers(name)
        return np.exp(np.log(n["p50"]) + np.log(n["p95"] / n["p50"]) / 1.6448536 * z)

    def strictest(names):
        z, longest, restarted = random.standard_normal(DRAWS), np.zeros(DRAWS), np.zeros(DRAWS, bool)
        for name in names:
            acts = random.random(DRAWS) < numbers(name)["trigger"]
            longest = np.maximum(longest, np.where(acts, size(name, z), 0))
            if changes[name]["action"] != "reconfigure":
                restarted |= acts
        return longest, restarted

    stages = {}
    for name in changes_here:
        stages.setdefault(changes[name]["stage"], []).append(name)
    pipeline, _ = strictest(["baseline.item_switch"] + stages.get("pipeline", []) + stages.get("demux", []))
    serial, parallel = np.zeros(DRAWS), np.zeros(DRAWS)
    for name in stages.get("data", []):
        delay = size(name, random.standard_normal(DRAWS))
        if name in ("data.first_segment", "data.key"):
            parallel = np.maximum(parallel, delay)
        else:
            serial += delay
    common = pipeline + np.maximum(0, serial + parallel - lead)
    video, restarted = strictest(stages.get("video_decoder", []))
    video += np.where(restarted, size("decoder.first_frame", random.standard_normal(DRAWS)), 0)
    video = np.where(random.random(DRAWS) < dual, 0, video)
    audio, _ = strictest(stages.get("audio_decoder", []))
    display, _ = strictest(stages.get("display", []))
    output, _ = strictest(stages.get("audio_output", []))
    if hdmi:
        output = output + display
    picture = common + np.maximum(video, display) + overlap * np.minimum(video, display)
    sound = common + audio + output
    return np.quantile(np.maximum(picture, sound), [0.5, 0.95])


codec = ["video.codec_family", "video.profile_bit_depth"]
film = codec + [
    "video.dynamic_range.display", "video.dynamic_range.decoder", "video.frame_rate.family.display",
    "video.frame_rate.decoder", "audio.codec_family", "audio.channel_layout", "audio.output_format",
]
data = ["data.playlists", "data.first_segment"]
remote = data + ["data.asset_list", "data.new_host", "video.parameter_sets_only"]
on, off = ("matching_on", "bitstream_on"), ("matching_off", "pcm_fixed")
panel = ("internal_panel", "internal_speakers")
for name, arguments in {
    "AVC to HEVC Main 10, Apple TV": ("adaptive", codec + data, 30000, 0.5, 0.2, True),
    "AVC to HEVC Main 10, adaptive high-end TV": ("adaptive", codec + data, 15000, 0.2, 0.5, False, panel),
    "AVC to HEVC Main 10, low-end TV": ("reload", codec + data, 8000, 0, 0.8, False, panel),
    "AVC to HEVC Main 10, unknown box": ("unknown", codec + data, 10000, 0.1, 0.6, True),
    "HDR film into SDR ad, Apple TV, settings unknown": ("adaptive", film + data, 30000, 0.5, 0.2, True),
    "the same, matching on, bitstream": ("adaptive", film + data, 30000, 0.5, 0.2, True, on),
    "the same, matching off, PCM": ("adaptive", film + data, 30000, 0.5, 0.2, True, off),
    "matched, low-end TV, list on a new host, lead 8 s": ("reload", remote, 8000, 0, 0.8, False, panel),
    "the same, lead 3 s": ("reload", remote, 3000, 0, 0.8, False, panel),
    "the same, lead 0": ("reload", remote, 0, 0, 0.8, False, panel),
}.items():
    p50, p95 = reckon(*arguments)
    print(f"{name:55} p50 {p50:5.0f} ms  p95 {p95:5.0f} ms")
