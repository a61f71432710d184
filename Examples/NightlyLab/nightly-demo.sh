#!/bin/sh
# Two nights of a lab of twelve receivers. The first is clean; before the second, one television gets new firmware and
# somebody replaces a creative by a wrongly encoded one under its old name. Fails unless the second night is red for the
# right reason.
#
#   nightly-demo.sh SEGUE SAMPLE-STREAM WORK-FOLDER REPORTS-FOLDER
set -eu

segue=$1 stream=$2 work=$3 reports=$4
here=$(dirname "$0")
rm -rf "$work" "$reports"
mkdir -p "$work/matrix/creatives" "$reports"

cp "$here/catalogue.yaml" "$here/lab.yaml" "$work/matrix/"
cp -r "$stream/primary" "$work/matrix/primary"
cp -r "$stream/ad-1" "$work/matrix/creatives/spring"
cp -r "$stream/ad-1" "$work/matrix/creatives/summer"

fail() { echo "nightly demo: $1" >&2; exit 1; }

# night NUMBER DATE SCAN EXPECTED-EXIT-CODE
night() {
    echo "
Night $1"
    status=0
    SOURCE_DATE_EPOCH=$2 "$segue" run --matrix "$work/matrix" --replay "$3" --reports "$reports" || status=$?
    [ "$status" = "$4" ] || fail "night $1 ended with $status; $4 was expected"
}

night 1 1795226400 "$here/lab.json" 0

sed 's/fv=p20.T-KSU2EUA-1652.2/fv=p20.T-KSU2EUA-1701.0/' "$here/lab.json" > "$work/lab-2.json"
rm -r "$work/matrix/creatives/summer"
cp -r "$stream/ad-2" "$work/matrix/creatives/summer"
night 2 1795312800 "$work/lab-2.json" 1

# Red for the right reason: every cell that is worse touches the replaced creative, and no other is.
"$segue" report latest --reports "$reports" --format csv > "$work/cells.csv"
if grep '"worse"' "$work/cells.csv" | cut -d, -f16 | grep -q '"worse"'; then :; else fail "no cell is worse"; fi
awk -F, '$16 == "\"worse\"" && $3 != "\"second\"" && $3 != "\"last\"" { exit 1 }' "$work/cells.csv" ||
    fail "a cell is worse that does not touch the replaced creative"
grep -q 'firmware p20.T-KSU2EUA-1652.2 → p20.T-KSU2EUA-1701.0' "$reports/run-00002/run.json" ||
    fail "the change of firmware is not told"

echo "
What changed"
"$segue" diff previous latest --reports "$reports" | head -12 || true
echo "
One cell over the nights"
"$segue" history "film: second/enter @ 02:00:00:00:00:04" --reports "$reports"
echo "
Both nights were as they should be. The page: $reports/run-00002/report.html"
