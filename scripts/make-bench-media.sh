#!/bin/sh
# Makes the media that `segue-bench probe` measures, into the folder given: three sizes in three containers, and 300 small
# assets. What is already there is left alone.
set -eu
mkdir -p "$1/many"
cd "$1"

# make NAME ARGUMENTS...: encodes under another name first, so that a broken run leaves nothing behind.
make() {
    file=$1
    shift
    [ -s "$file" ] && return 0
    ffmpeg -nostdin -v error -y "$@" -f "${format:-mp4}" "$file.part"
    mv "$file.part" "$file"
}

# pictures SIZE SECONDS: pictures that are no easier to code than a film, and a tone.
pictures() {
    printf -- '-f lavfi -i testsrc2=size=%s:rate=25:duration=%s,noise=alls=8:allf=t -f lavfi -i sine=sample_rate=48000:duration=%s' "$1" "$2" "$2"
}
aac="-c:a aac -b:a 128k -ac 2"
avc="-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 50 -profile:v high"
hevc="-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -tag:v hvc1 -x265-params log-level=none:keyint=50"

make small.mp4 $(pictures 320x180 4) $avc -b:v 400k $aac -movflags +faststart
make 1080p.mp4 $(pictures 1920x1080 4) $avc -b:v 6M $aac -movflags +faststart
make 1080p-hevc.mp4 $(pictures 1920x1080 4) $hevc -b:v 4M $aac -movflags +faststart
make 2160p.mp4 $(pictures 3840x2160 2) $hevc -b:v 12M $aac -movflags +faststart
for name in small 1080p 1080p-hevc 2160p; do
    make "$name-fragmented.mp4" -i "$name.mp4" -c copy -movflags +frag_keyframe+empty_moov+default_base_moof
    format=mpegts make "$name.ts" -i "$name.mp4" -c copy
done

# Three variants and one audio rendition in segments of 4 s, as a packager makes them.
if [ ! -s hls/main.m3u8 ]; then
    mkdir -p hls
    source=$(pictures 1280x720 12)
    ffmpeg -nostdin -v error -y $source -filter_complex '[0:v]split=3[a][b][c];[a]scale=640:360[d];[b]scale=960:540[e]' \
        -map '[d]' -map '[e]' -map '[c]' -map 1:a -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -sc_threshold 0 \
        -b:v:0 600k -b:v:1 1200k -b:v:2 2400k $aac -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_type fmp4 \
        -hls_flags independent_segments -master_pl_name main.part \
        -var_stream_map 'v:0,agroup:sound v:1,agroup:sound v:2,agroup:sound a:0,agroup:sound,default:yes' \
        -hls_fmp4_init_filename init_%v.mp4 hls/%v.m3u8
    mv hls/main.part hls/main.m3u8
fi

# Small creatives that differ in one trait each, in three containers.
number=0
while [ $number -lt 100 ]; do
    rate=$((20 + number % 5 * 5))
    size=$((160 + number % 10 * 16))x$((90 + number % 10 * 8))
    make "many/$number.mp4" -f lavfi -i "testsrc2=size=$size:rate=$rate:duration=1" \
        -f lavfi -i "sine=frequency=$((300 + number)):sample_rate=48000:duration=1" \
        -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 12 -c:a aac -b:a 64k -ac 2 -movflags +faststart
    make "many/$number-fragmented.mp4" -i "many/$number.mp4" -c copy -movflags +frag_keyframe+empty_moov+default_base_moof
    format=mpegts make "many/$number.ts" -i "many/$number.mp4" -c copy
    number=$((number + 1))
done
