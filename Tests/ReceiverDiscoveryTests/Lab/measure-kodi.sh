#!/bin/sh
# measure-kodi.sh SEGUE ASSETS OUT [OPTION...]: measure the Kodi of `lab.sh kodi,screen` with these options of
# `segue measure`. OUT gets measure.json and observations.jsonl and, with SEGUE_LAB_RECORD=1, screen.mkv: picture and sound
# with times of day, as `segue observe` holds them against the measurement.
set -eu
segue=$1 assets=$2 out=$3
shift 3
mkdir -p "$out"
recorder=
if [ -n "${SEGUE_LAB_RECORD-}" ]; then
    # Grabbed pictures and sound carry the time of day; -copyts keeps it.
    ffmpeg -hide_banner -loglevel error -nostdin -y -copyts \
        -thread_queue_size 1024 -f x11grab -framerate 60 -video_size 640x360 -draw_mouse 0 -i "$DISPLAY" \
        -thread_queue_size 1024 -f pulse -i null.monitor \
        -c:v libx264 -preset ultrafast -crf 18 -g 60 -c:a pcm_s16le -f matroska "$out/screen.mkv" &
    recorder=$!
    sleep 2
fi
code=0
"$segue" measure --receiver "Lab Kodi" --assets "$assets" --out "$out/observations.jsonl" --json "$@" \
    >"$out/measure.json" || code=$?
if [ -n "$recorder" ]; then
    sleep 1
    kill -INT "$recorder"
    wait "$recorder" || true
fi
exit $code
