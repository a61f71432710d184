#!/bin/sh
# Makes a small HLS presentation with server-driven interstitials in the folder given as the first argument:
#
#   primary/   32 s, three AVC variants at 23.976 fps, AAC stereo 48 kHz
#     8.008 s  ad-1: encoded like the primary
#    16.016 s  ad-2: HEVC at 29.97 fps with AC-3 5.1
#    24.024 s  pod:  an asset list of two; the second has 44.1 kHz sound
#
# Needs ffmpeg with libx264 and libx265. Does nothing when the stream is there already and this script is older.
set -eu

out=${1:?usage: make-stream.sh FOLDER}
case $out in /*) ;; *) out=$PWD/$out ;; esac
if [ "$out/complete" -nt "$0" ]; then exit 0; fi
mkdir -p "$out"
rm -rf "$out/complete" "$out/primary" "$out/ad-1" "$out/ad-2" "$out/pod-a" "$out/pod-b"

encode() { ffmpeg -nostdin -v error -y "$@"; }

# rendition NAME SECONDS VIDEO-FILTER VIDEO-OPTIONS…: one fMP4 media playlist of silent video.
video() {
    folder=$1 seconds=$2 source=$3
    shift 3
    mkdir -p "$folder"
    encode -f lavfi -i "$source" -t "$seconds" -an "$@" -pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 \
        -colorspace bt709 -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_type fmp4 \
        -hls_segment_filename "$folder/%d.m4s" "$folder/index.m3u8"
}

# audio FOLDER SECONDS TONE OPTIONS…: one fMP4 media playlist of sound.
audio() {
    folder=$1 seconds=$2 tone=$3
    shift 3
    mkdir -p "$folder"
    encode -f lavfi -i "$tone" -t "$seconds" -vn "$@" -f hls -hls_time 4 -hls_playlist_type vod \
        -hls_segment_type fmp4 -hls_segment_filename "$folder/%d.m4s" "$folder/index.m3u8"
}

avc="-c:v libx264 -preset ultrafast -tune zerolatency -profile:v main -g 48 -keyint_min 48 -sc_threshold 0"
film="rate=24000/1001"

# ladder ASSET SECONDS: three AVC variants at 23.976 fps.
ladder() {
    video "$out/$1/240p" "$2" "testsrc2=size=426x240:$film" $avc -b:v 300k -maxrate 300k -bufsize 600k
    video "$out/$1/360p" "$2" "testsrc2=size=640x360:$film" $avc -b:v 700k -maxrate 700k -bufsize 1400k
    video "$out/$1/720p" "$2" "testsrc2=size=1280x720:$film" $avc -b:v 1800k -maxrate 1800k -bufsize 3600k
}

# multivariant ASSET: the playlist over ladder and one stereo rendition.
multivariant() {
    cat > "$out/$1/main.m3u8" <<PLAYLIST
#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="stereo",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=500000,AVERAGE-BANDWIDTH=420000,CODECS="avc1.4d4015,mp4a.40.2",RESOLUTION=426x240,FRAME-RATE=23.976,AUDIO="stereo"
240p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1000000,AVERAGE-BANDWIDTH=830000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=23.976,AUDIO="stereo"
360p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2300000,AVERAGE-BANDWIDTH=1930000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=23.976,AUDIO="stereo"
720p/index.m3u8
PLAYLIST
}

sine() { echo "sine=frequency=$1:sample_rate=$2,aformat=channel_layouts=$3"; }
aac="-c:a aac -b:a 96k"

ladder primary 32.032
audio "$out/primary/audio" 32.032 "$(sine 440 48000 stereo)" $aac
multivariant primary
for asset in ad-1 pod-a pod-b; do
    rate=48000
    [ $asset = pod-b ] && rate=44100
    ladder $asset 8.008
    audio "$out/$asset/audio" 8.008 "$(sine 660 $rate stereo)" $aac
    multivariant $asset
done

video "$out/ad-2/720p" 8.008 "testsrc2=size=1280x720:rate=30000/1001" -c:v libx265 -preset ultrafast -tag:v hvc1 \
    -x265-params log-level=error:keyint=60:min-keyint=60:scenecut=0:repeat-headers=0:bframes=0 -b:v 1500k
audio "$out/ad-2/audio" 8.008 "$(sine 880 48000 '5.1')" -c:a ac3 -b:a 384k
cat > "$out/ad-2/main.m3u8" <<'PLAYLIST'
#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="surround",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="6",URI="audio/index.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2300000,AVERAGE-BANDWIDTH=1900000,CODECS="hvc1.1.6.L93.90,ac-3",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="surround"
720p/index.m3u8
PLAYLIST

cat > "$out/pod.json" <<LIST
{
    "ASSETS": [
        { "URI": "file://$out/pod-a/main.m3u8", "DURATION": 8.008 },
        { "URI": "file://$out/pod-b/main.m3u8", "DURATION": 8.008 }
    ]
}
LIST

# Dates and breaks are the same in every media playlist of the primary (rfc8216bis 6.2.4).
for playlist in "$out"/primary/*/index.m3u8; do
    sed -i '0,/#EXTINF/s//#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXTINF/' "$playlist"
    cat >> "$playlist" <<TAGS
#EXT-X-DATERANGE:ID="ad-1",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:08.008Z",DURATION=8.008,X-ASSET-URI="file://$out/ad-1/main.m3u8",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP"
#EXT-X-DATERANGE:ID="ad-2",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:16.016Z",DURATION=8.008,X-ASSET-URI="file://$out/ad-2/main.m3u8",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP"
#EXT-X-DATERANGE:ID="pod",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:24.024Z",DURATION=16.016,X-ASSET-LIST="file://$out/pod.json",X-RESUME-OFFSET=0,X-RESTRICT="SKIP,JUMP"
TAGS
done
touch "$out/complete"
