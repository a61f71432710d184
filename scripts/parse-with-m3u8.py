"""Reads one media playlist with the package m3u8 and prints what `segue-bench parse once` prints of it."""
import json, sys, time
import m3u8

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon"))

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
before, start = resident(), time.perf_counter()
playlist = m3u8.loads(text)
elapsed, grown = time.perf_counter() - start, resident() - before
ranges = sum(len(segment.dateranges or []) for segment in playlist.segments)
json.dump({"segments": len(playlist.segments), "interstitials": ranges, "parseSeconds": elapsed,
           "scheduleSeconds": 0, "residentBytes": grown}, sys.stdout)
