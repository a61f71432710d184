#!/bin/sh
# measure-kodi.sh OUT [OPTION...]: measure a real Kodi, headless in a network namespace, with these options of
# `segue measure`, record its screen and sound meanwhile, and hold the measurement against the recording. Takes up to ten
# minutes on a machine that does nothing else; figures from a busy one are worth little. Needs root and the packages of
# `scripts/install-packages.sh test`.
set -eu
[ $# -ge 1 ] || { sed -n 2,5p "$0"; exit 64; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
segue=$PWD/.build/release/segue
[ -x "$segue" ] || segue=$PWD/.build/debug/segue
[ -x "$segue" ] || { echo "$0: build segue first: make build" >&2; exit 2; }
Examples/SwitchAssets/make-assets.sh "$out/assets" --height 360
code=0
SEGUE_LAB_RECORD=1 Tests/ReceiverDiscoveryTests/Lab/lab.sh kodi,screen \
    Tests/ReceiverDiscoveryTests/Lab/measure-kodi.sh "$segue" "$out/assets" "$out" "$@" || code=$?
"$segue" observe "$out/screen.mkv" --assets "$out/assets/assets.json" --against "$out/measure.json"
exit $code
