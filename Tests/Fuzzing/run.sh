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
reports=Sources/HarnessReports
yams=.build/checkouts/Yams/Sources
# After a crash the printer of backtraces may hang.
export SWIFT_BACKTRACE=enable=no

if [ $# = 0 ]; then set -- $(ls "$corpus"); fi
mkdir -p "$build"

module() {
    name=$1
    shift
    swiftc -sanitize=fuzzer,address -O -wmo -parse-as-library -swift-version 6 -package-name segue \
        -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny \
        -module-name "$name" -I "$build" -I Sources/CExpat -I Sources/CZlib -emit-module -emit-module-path "$build/$name.swiftmodule" \
        -c "$@" -o "$build/$name.o"
}

modules() {
    for room; do module "$room" $(find "Sources/$room" -name '*.swift' | sort); done
}

# The matrix as a source file, and the reader of YAML, which belongs to somebody else: damaged YAML must not bring us down all
# the same.
embedded_matrix() {
    for file in "$yams"/CYaml/src/*.c; do
        clang -fsanitize=fuzzer-no-link,address -O1 -DYAML_DECLARE_STATIC -I "$yams/CYaml/include" \
            -c "$file" -o "$build/cyaml-$(basename "$file" .c).o"
    done
    swiftc -sanitize=fuzzer,address -O -wmo -parse-as-library -swift-version 5 -package-name yams -suppress-warnings -DSWIFT_PACKAGE \
        -module-name Yams -I "$yams/CYaml/include" -Xcc -DYAML_DECLARE_STATIC -I "$build" -emit-module \
        -emit-module-path "$build/Yams.swiftmodule" -c "$yams"/Yams/*.swift -o "$build/Yams.o"
    swiftc -O Plugins/embed-device-matrix/main.swift -o "$build/embed-device-matrix"
    "$build/embed-device-matrix" DeviceMatrix "$build/EmbeddedMatrix.swift" \
        $(cd DeviceMatrix && find . -name '*.yaml' | sed 's|^\./||' | sort)
}

changed=$(find Sources/MediaFormats Sources/HLSPlaylists Sources/AirPlayReceivers Sources/MediaContainers \
    Sources/NowPlaying Sources/TransitionRisk Sources/DeviceMatrix Sources/SuitePlanning $discovery $reports \
    DeviceMatrix Tests/Fuzzing \
    \( -name '*.swift' -o -name '*.yaml' \) -newer "$fuzzer" 2>/dev/null || echo all)
if [ ! -x "$fuzzer" ] || [ -n "$changed" ]; then
    echo "fuzz: building"
    rm -f "$build"/*.o
    [ -d "$yams" ] || swift package resolve
    modules MediaFormats
    # Side by side, in the order in which they need each other.
    modules HLSPlaylists NowPlaying &
    playlists=$!
    embedded_matrix &
    matrix=$!
    modules AirPlayReceivers MediaContainers
    wait "$playlists"
    wait "$matrix"
    modules TransitionRisk
    include="-I $yams/CYaml/include"
    module DeviceMatrix $include $(find Sources/DeviceMatrix -name '*.swift' | sort) "$build/EmbeddedMatrix.swift"
    module SuitePlanning $include $(find Sources/SuitePlanning -name '*.swift' | sort)
    # The readers of /info answers are internal to a room that needs Avahi, those of plans to one that needs SQLite; they
    # themselves need nothing of it.
    module Fuzzing $include Tests/Fuzzing/FuzzTargets.swift "$discovery/InfoReply.swift" "$discovery/ChunkedBody.swift" \
        "$discovery"/*PropertyList.swift "$reports"/Plan[!P]*.swift "$reports/ResultsReport.swift" \
        "$reports/Tool.swift" "$reports/DocumentEncoding.swift" "$reports/CompactJSON.swift" "$reports"/SortedJSON*.swift \
        "$reports/YAMLText.swift" "$reports/TerminalText.swift" "$reports/CommaSeparated.swift"
    swiftc -sanitize=fuzzer,address -use-ld=lld "$build"/*.o -lexpat -lz -o "$fuzzer"
fi

for target; do
    grown=$build/corpus/$target
    mkdir -p "$grown"
    echo "fuzz: $target for $seconds s"
    # Memory belongs to Swift, so there are no leaks of ours to look for.
    if ! ASAN_OPTIONS=detect_leaks=0 SEGUE_FUZZ_TARGET=$target "$fuzzer" -max_total_time="$seconds" -timeout=20 \
        -rss_limit_mb=1024 -max_len=4096 -print_final_stats=1 -artifact_prefix="$build/$target-" \
        "$grown" "$corpus/$target" >"$build/$target.log" 2>&1; then
        tail -30 "$build/$target.log" >&2
        echo "fuzz: $target failed; the input is named above, the log is $build/$target.log" >&2
        exit 1
    fi
    grep -E 'number_of_executed_units|average_exec_per_sec' "$build/$target.log"
done
