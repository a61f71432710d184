#!/bin/sh
# Runs every test: first those that mind no neighbours, side by side; then runs that are killed at random moments, which are
# spread over the length of a run; then those of the lab, which look at real receivers by the clock. All three run, whichever
# fails; the exit code is 1 then, or when nothing could be built. The log is .build/test.log, and what failed is told again at its end.
set -u
cd "$(dirname "$0")/.."
mkdir -p .build
log=$PWD/.build/test.log
# Whatever a test leaves goes with this folder.
TMPDIR=$(mktemp -d)
export TMPDIR SEGUE_WARNINGS_AS_ERRORS=1 SWIFT_BACKTRACE=enable=no
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM HUP

run() { # COMMAND...: its output goes into the log as well
    { "$@" 2>&1; echo $? >"$TMPDIR/code"; } | tee -a "$log"
    return "$(cat "$TMPDIR/code")"
}

: >"$log"
# Made before, so that no test waits for them.
run Tests/Fixtures/make-media.sh
run Examples/SampleStream/make-stream.sh "$PWD/.build/sample-stream"
code=0
if run swift build --build-tests; then
    run swift test --skip-build --skip LabSuite --skip RunSurvivalTests || code=1
    run swift test --skip-build --filter RunSurvivalTests || code=1
    run swift test --skip-build --filter LabSuite || code=1
else
    code=1
fi

{
    echo
    grep -a 'Test run with' "$log"
    echo "skipped tests: $(grep -ac '^➜ Test ' "$log")"
    if [ $code != 0 ]; then
        echo "failed:"
        # Each failure with the lines that explain it; errors of the compiler, crashes; and where a run broke off, its tests.
        awk '
            /^✘/ && !/known issue/ && !/^✘ (Suite|Test run)/ { print; explained = 1; next }
            explained && /↳/ { print; next }
            { explained = 0 }
            /^error: / || /: error: / && /^[^ ]+:[0-9]+:/ { print }
            /^◇ Test .* started\.$/ && !/^◇ Test run / { running[$0] = 1 }
            /^(✔|✘|➜) Test .* (passed|failed|skipped)/ {
                name = $0
                sub(/^[^ ]* Test /, "", name)
                sub(/ (with [0-9]+ test cases? )?(passed after|failed after|skipped).*/, "", name)
                delete running["◇ Test " name " started."]
            }
            /^(✔|✘) Test run with/ { split("", running) }
            END { for (test in running) print "not ended: " test }
        ' "$log"
    fi
} >"$TMPDIR/summary"
tee -a "$log" <"$TMPDIR/summary"
exit $code
