#!/bin/sh
# Makes the peers that the benchmarks measure beside Segue, in .build: a Python environment with packages, and a program
# that does nothing but open a file with libavformat. Where that is not possible the benchmarks leave those peers out and
# say so.
set -eu
cd "$(dirname "$0")/.."

mkdir -p .build/bench-peers
"${CC:-$(command -v cc || command -v clang)}" -O2 -o .build/bench-peers/probe-with-libavformat scripts/probe-with-libavformat.c -lavformat -lavcodec -lavutil ||
    echo "$0: bare libavformat could not be built; its figures will be missing" >&2

venv=.build/bench-venv
if [ -e "$venv/complete-2" ]; then exit 0; fi
if python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check m3u8==6.0.0 pyatv==0.18.0 'srptools<2'; then
    touch "$venv/complete-2"
else
    echo "$0: the peers m3u8 and pyatv could not be installed; their figures will be missing" >&2
fi
