#!/bin/sh
# Makes a Python environment in .build with the packages that the benchmarks measure beside Segue. Where that is not
# possible the benchmarks leave those peers out and say so.
set -eu
cd "$(dirname "$0")/.."

venv=.build/bench-venv
if [ -e "$venv/complete-2" ]; then exit 0; fi
if python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check m3u8==6.0.0 pyatv==0.18.0 'srptools<2'; then
    touch "$venv/complete-2"
else
    echo "$0: the peers m3u8 and pyatv could not be installed; their figures will be missing" >&2
fi
