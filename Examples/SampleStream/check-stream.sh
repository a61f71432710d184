#!/bin/sh
# Checks the sample stream and fails unless the check finds what was built into it.
#
#   check-stream.sh SEGUE PRIMARY REPORT-FOLDER
set -eu

segue=$1 primary=$2 report=$3
mkdir -p "$report"

status=0
"$segue" check "$primary" --report "$report" || status=$?
if [ "$status" != 1 ]; then
    echo "demo: the check ended with $status; 1 (findings) was expected" >&2
    exit 1
fi

# Findings as "subject rule", from the sorted keys of the JSON document.
found=$(awk -F'"' '/^ *"findings" *: *\[/ { on = 1 } /^ ? ?\]/ { on = 0 }
    on && $2 == "rule" { rule = $4 } on && $2 == "subject" { print $4, rule }' "$report/report.json")
for wanted in "ad-2/enter video-codec" "ad-2/enter video-frame-rate" "ad-2/enter audio-codec" \
    "ad-2/enter audio-channel-layout" "ad-2/enter receiver-audio-codec" "ad-2/resume video-codec" \
    "pod/1-2 audio-sample-rate" "pod/resume audio-sample-rate"; do
    if ! echo "$found" | grep -qx "$wanted"; then
        echo "demo: expected finding '$wanted' is missing" >&2
        exit 1
    fi
done
if echo "$found" | grep -q '^ad-1/'; then
    echo "demo: the matched ad has a finding; none was expected" >&2
    exit 1
fi
echo "
Expected findings are all there. The page: $report/report.html"
