#!/usr/bin/env python3
"""Reckons the worked examples of DelayModelTests.swift apart from Segue: plain Monte Carlo, 2^20 independent draws.

Needs numpy and PyYAML. Usage: reckon-delay-model.py [transition-costs.yaml]

Prints the median and the 95th percentile of the total and of the excess. The excess is reckoned draw by draw: everything
but `video.parameter_sets_only`, less the change of item alone, at the same draw of the change of item.
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
PARAMETER_SETS = "video.parameter_sets_only"


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

    # One quantile for each stage and one draw for each trigger, shared by the total and by what the excess counts.
    quantiles, triggers = {}, {}

    def quantile(stage):
        return quantiles.setdefault(stage, random.standard_normal(DRAWS))

    def acts(name):
        return triggers.setdefault(name, random.random(DRAWS)) < numbers(name)["trigger"]

    dual_runs = random.random(DRAWS) < dual

    def total(names):
        def strictest(stage, more=()):
            longest, restarted = np.zeros(DRAWS), np.zeros(DRAWS, bool)
            for name in [*more, *(n for n in names if changes[n]["stage"] == stage)]:
                happens = acts(name)
                longest = np.maximum(longest, np.where(happens, size(name, quantile(stage)), 0))
                if changes[name]["action"] != "reconfigure":
                    restarted |= happens
            return longest, restarted

        demux = [n for n in names if changes[n]["stage"] == "demux"]
        pipeline, _ = strictest("pipeline", ["baseline.item_switch", *demux])
        serial, parallel = np.zeros(DRAWS), np.zeros(DRAWS)
        for name in (n for n in names if changes[n]["stage"] == "data"):
            delay = size(name, quantile(name))
            if name in ("data.first_segment", "data.key"):
                parallel = np.maximum(parallel, delay)
            else:
                serial = serial + delay
        common = pipeline + np.maximum(0, serial + parallel - lead)
        video, restarted = strictest("video_decoder")
        video = video + np.where(restarted, size("decoder.first_frame", quantile("first frame")), 0)
        video = np.where(dual_runs, 0, video)
        audio, _ = strictest("audio_decoder")
        display, _ = strictest("display")
        output, _ = strictest("audio_output")
        if hdmi:
            output = output + display
        picture = common + np.maximum(video, display) + overlap * np.minimum(video, display)
        sound = common + audio + output
        return np.maximum(picture, sound)

    floor = size("baseline.item_switch", quantile("pipeline"))
    excess = np.maximum(0, total([n for n in changes_here if n != PARAMETER_SETS]) - floor)
    return np.quantile(total(changes_here), [0.5, 0.95]), np.quantile(excess, [0.5, 0.95])


codec = ["video.codec_family", "video.profile_bit_depth"]
film = codec + [
    "video.dynamic_range.display", "video.dynamic_range.decoder", "video.frame_rate.family.display",
    "video.frame_rate.decoder", "audio.codec_family", "audio.channel_layout", "audio.output_format",
]
sound = ["audio.codec_family", "audio.channel_layout", "audio.output_format"]
data = ["data.playlists", "data.first_segment"]
remote = data + ["data.asset_list", "data.new_host", PARAMETER_SETS]
low = codec + data + ["video.encryption", "audio.aac_object_type"]
on, off = ("matching_on", "bitstream_on"), ("matching_off", "pcm_fixed")
panel = ("internal_panel", "internal_speakers")
for name, arguments in {
    "matched, adaptive high-end TV": ("adaptive", data + [PARAMETER_SETS], 15000, 0.2, 0.5, False, panel),
    "matched, low-end TV": ("reload", data + [PARAMETER_SETS], 8000, 0, 0.8, False, panel),
    "AVC to HEVC Main 10, Apple TV": ("adaptive", codec + data, 30000, 0.5, 0.2, True),
    "AVC to HEVC Main 10, adaptive high-end TV": ("adaptive", codec + data, 15000, 0.2, 0.5, False, panel),
    "AVC to HEVC Main 10, low-end TV": ("reload", codec + data, 8000, 0, 0.8, False, panel),
    "AVC to HEVC Main 10, unknown box": ("unknown", codec + data, 10000, 0.1, 0.6, True),
    "HDR film into SDR ad, Apple TV, settings unknown": ("adaptive", film + data, 30000, 0.5, 0.2, True),
    "the same, matching on, bitstream": ("adaptive", film + data, 30000, 0.5, 0.2, True, on),
    "the same, matching off, PCM": ("adaptive", film + data, 30000, 0.5, 0.2, True, off),
    "only the sound differs, matching on, bitstream": ("adaptive", sound + data, 30000, 0.5, 0.2, True, on),
    "matched, low-end TV, list on a new host, lead 8 s": ("reload", remote, 8000, 0, 0.8, False, panel),
    "the same, lead 3 s": ("reload", remote, 3000, 0, 0.8, False, panel),
    "the same, lead 1 s": ("reload", remote, 1000, 0, 0.8, False, panel),
    "the same, lead 0": ("reload", remote, 0, 0, 0.8, False, panel),
    "codec, encryption, HE-AAC, low-end TV": ("reload", low, 8000, 0, 0.8, False, panel),
}.items():
    (p50, p95), (excess50, excess95) = reckon(*arguments)
    print(f"{name:52} total {p50:5.0f} / {p95:5.0f} ms   excess {excess50:5.0f} / {excess95:5.0f} ms")
