#!/bin/sh
# Installs the Debian packages that Segue needs and that are not there yet.
#
#   install-packages.sh build   libraries and ffmpeg: enough to build and to run the demo
#   install-packages.sh bench   also what installs the peers that benchmarks measure beside Segue
#   install-packages.sh compare also the program that measurements are compared with
#   install-packages.sh test    also the real receivers, daemons and browser that the tests start
#
# Asks for root (sudo) only when something is missing.
set -eu

build="pkg-config libavahi-client-dev libavformat-dev libavcodec-dev libavutil-dev libcurl4-openssl-dev libexpat1-dev libsqlite3-dev zlib1g-dev ffmpeg"
test="iproute2 dbus avahi-daemon shairport-sync uxplay gstreamer1.0-plugins-base gstreamer1.0-plugins-good
    gstreamer1.0-plugins-bad gstreamer1.0-libav kodi xvfb openssl python3 python3-venv python3-pip python3-jsonschema
    libxml2-utils chromium pulseaudio curl"

case ${1:-build} in
    build) wanted=$build ;;
    bench) wanted="$build python3-venv iproute2 dbus avahi-daemon avahi-utils" ;;
    compare) wanted="$build python3 mediainfo" ;;
    test) wanted="$build $test" ;;
    *) echo "usage: $0 build|bench|compare|test" >&2; exit 64 ;;
esac

missing=
for package in $wanted; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
if [ -z "$missing" ]; then exit 0; fi

root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "$0: as root, run: apt-get install$missing" >&2; exit 1; }
    root=sudo
fi
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -qq
$root apt-get install -y -qq --no-install-recommends $missing >/dev/null
