#!/bin/sh
# Makes a Python environment in .build with the packages that the benchmarks measure beside Segue. Where that is not
# possible the benchmarks leave those peers out and say so.
set -eu
cd "$(dirname "$0")/.."

venv=.build/bench-venv
if [ -e "$venv/complete" ]; then exit 0; fi
if python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check m3u8==6.0.0; then
    touch "$venv/complete"
else
    echo "$0: the peer m3u8 could not be installed; its figures will be missing" >&2
fi
