#!/bin/sh
# Feeds damaged input to everything that reads bytes of strangers.
#
#   run.sh SECONDS [TARGET...]   each target for so long; a crash or hang is kept in .build/fuzz and ends the run with 1
#
# The readers are compiled once more, with coverage and AddressSanitizer, from the sources of their rooms.
set -eu
cd "$(dirname "$0")/../.."

seconds=${1:?usage: run.sh SECONDS [TARGET...]}
shift
corpus=Tests/Fuzzing/corpus
build=.build/fuzz
fuzzer=$build/segue-fuzz
discovery=Sources/ReceiverDiscovery
# After a crash the printer of backtraces may hang.
export SWIFT_BACKTRACE=enable=no

if [ $# = 0 ]; then set -- $(ls "$corpus"); fi
mkdir -p "$build"

module() {
    name=$1
    shift
    swiftc -sanitize=fuzzer,address -O -wmo -parse-as-library -swift-version 6 -package-name segue \
        -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny \
        -module-name "$name" -I "$build" -emit-module -emit-module-path "$build/$name.swiftmodule" \
        -c "$@" -o "$build/$name.o"
}

changed=$(find Sources/MediaFormats Sources/HLSPlaylists Sources/AirPlayReceivers Sources/MediaContainers \
    Sources/NowPlaying $discovery Tests/Fuzzing \
    -name '*.swift' -newer "$fuzzer" 2>/dev/null || echo all)
if [ ! -x "$fuzzer" ] || [ -n "$changed" ]; then
    echo "fuzz: building"
    for room in MediaFormats HLSPlaylists AirPlayReceivers MediaContainers NowPlaying; do
        module "$room" $(find "Sources/$room" -name '*.swift' | sort)
    done
    # The readers of /info answers are internal to a room that needs Avahi; they themselves need nothing of it.
    module Fuzzing Tests/Fuzzing/FuzzTargets.swift "$discovery/InfoReply.swift" "$discovery/ChunkedBody.swift" \
        "$discovery"/*PropertyList.swift
    swiftc -sanitize=fuzzer,address -use-ld=lld "$build"/*.o -o "$fuzzer"
fi

for target; do
    grown=$build/corpus/$target
    mkdir -p "$grown"
    echo "fuzz: $target for $seconds s"
    # Memory belongs to Swift, so there are no leaks of ours to look for.
    if ! ASAN_OPTIONS=detect_leaks=0 SEGUE_FUZZ_TARGET=$target "$fuzzer" -max_total_time="$seconds" -timeout=5 \
        -rss_limit_mb=1024 -max_len=4096 -print_final_stats=1 -artifact_prefix="$build/$target-" \
        "$grown" "$corpus/$target" >"$build/$target.log" 2>&1; then
        tail -30 "$build/$target.log" >&2
        echo "fuzz: $target failed; the input is named above, the log is $build/$target.log" >&2
        exit 1
    fi
    grep -E 'number_of_executed_units|average_exec_per_sec' "$build/$target.log"
done
