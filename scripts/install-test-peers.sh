#!/bin/sh
# Makes a Python environment in .build with pyatv, whose scan a test compares with Segue's. Where that is not possible the
# test says that it was skipped.
set -eu
cd "$(dirname "$0")/.."

venv=.build/test-venv
if [ -e "$venv/complete" ]; then exit 0; fi
# srptools 2 dropped what pyatv uses of it.
if python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check pyatv==0.18.0 'srptools<2'; then
    touch "$venv/complete"
else
    echo "$0: pyatv could not be installed; no test compares with it" >&2
fi
