#!/bin/sh
# Makes the small media that tests measure, one trait changed at a time, into Tests/Fixtures/generated. What is already
# there is left alone. Needs ffmpeg with libx264, libx265, libaom, libvpx and libmp3lame.
set -eu
cd "$(dirname "$0")"
mkdir -p generated
cd generated
# Two test runs at a time wait for each other.
exec 9>.lock
flock 9

pictures() { printf 'testsrc2=size=%s:rate=%s:duration=%s' "${2:-64x36}" "${1:-25}" "${3:-1}"; }
tone() { printf 'sine=frequency=440:sample_rate=%s:duration=%s' "${1:-48000}" "${2:-1}"; }
avc="-c:v libx264 -preset ultrafast -bf 2 -pix_fmt yuv420p -g 12 -threads 1"
hevc="-c:v libx265 -preset ultrafast -x265-params log-level=none:pools=1:frame-threads=1:keyint=12:info=0"
aac="-c:a aac -b:a 32k"
fragments="-movflags +frag_keyframe+empty_moov+default_base_moof"
mono51="c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0"

# make NAME ARGUMENTS...: encodes under another name first, so that a broken run leaves nothing behind.
make() {
    file=$1
    shift
    [ -s "$file" ] && return 0
    ffmpeg -nostdin -v error -y "$@" -fflags +bitexact "part-$file" ||
        { echo "make-media: $file failed" >&2; rm -f "part-$file"; return 1; }
    mv "part-$file" "$file"
}

# A plain combination, and then one trait after the other.
make plain.mp4 -f lavfi -i "$(pictures)" -f lavfi -i "$(tone)" $avc -profile:v main -level 3.1 $aac -ac 2 -movflags +faststart
make moov-at-end.mp4 -i plain.mp4 -c copy
make plain.ts -i plain.mp4 -c copy
make fragmented.mp4 -i plain.mp4 -c copy $fragments
make video-only.mp4 -i plain.mp4 -c copy -an
make audio-only.m4a -i plain.mp4 -c copy -vn
make plain.mkv -i plain.mp4 -c copy

for rate in 24000/1001 24 25 30000/1001 30 50 60000/1001 60; do
    name=$(printf '%s' "$rate" | tr / -)
    make "rate-$name.mp4" -f lavfi -i "$(pictures "$rate")" $avc
    make "rate-$name.ts" -i "rate-$name.mp4" -c copy
    make "rate-$name-fragmented.mp4" -i "rate-$name.mp4" -c copy $fragments
done
make rate-varies.mp4 -f lavfi -i "$(pictures 30)" -vf "select='mod(n,5)*mod(n,7)'" -vsync vfr $avc

make avc-high-41.mp4 -f lavfi -i "$(pictures)" $avc -preset veryfast -profile:v high -level 4.1
make avc-baseline-30.mp4 -f lavfi -i "$(pictures)" $avc -bf 0 -profile:v baseline -level 3.0
make avc-high10.mp4 -f lavfi -i "$(pictures)" $avc -pix_fmt yuv420p10le -profile:v high10
make avc-422.mp4 -f lavfi -i "$(pictures)" $avc -pix_fmt yuv422p -profile:v high422
make avc-cropped.mp4 -f lavfi -i "$(pictures 25 100x54)" $avc
make avc-anamorphic.mp4 -f lavfi -i "$(pictures)" -vf setsar=4/3 $avc
make avc-interlaced.mp4 -f lavfi -i "$(pictures 25 64x64)" $avc -preset veryfast -flags +ilme+ildct -x264-params tff=1
make avc-inband.mp4 -i avc-high-41.mp4 -c copy -tag:v avc3
make avc-bt709.mp4 -f lavfi -i "$(pictures)" $avc -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv
make keys-half-second.mp4 -f lavfi -i "$(pictures 24 64x36 2)" $avc -preset veryfast -g 12 -keyint_min 12 -sc_threshold 0

make hevc-main.mp4 -f lavfi -i "$(pictures)" $hevc -pix_fmt yuv420p -tag:v hvc1
make hevc-hev1.mp4 -i hevc-main.mp4 -c copy -tag:v hev1
make hevc-main10-pq.mp4 -f lavfi -i "$(pictures)" $hevc:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc \
    -pix_fmt yuv420p10le -tag:v hvc1
make hevc-main10-hlg.mp4 -f lavfi -i "$(pictures)" $hevc:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc \
    -pix_fmt yuv420p10le -tag:v hvc1
make hevc-high-tier.mp4 -f lavfi -i "$(pictures)" $hevc:level-idc=5.1:high-tier=1:vbv-maxrate=100000:vbv-bufsize=100000:bitrate=90000 \
    -pix_fmt yuv420p -tag:v hvc1
make hevc-main.ts -i hevc-main.mp4 -c copy
make hevc-fragmented.mp4 -i hevc-main.mp4 -c copy $fragments
make av1.mp4 -f lavfi -i "$(pictures)" -c:v libaom-av1 -cpu-used 8 -b:v 50k
make vp9.webm -f lavfi -i "$(pictures)" -c:v libvpx-vp9 -deadline realtime -cpu-used 8
make mpeg2.ts -f lavfi -i "$(pictures)" -c:v mpeg2video

for rate in 44100 48000 32000 24000; do
    make "aac-$rate.m4a" -f lavfi -i "$(tone $rate)" $aac -ar $rate -ac 2
done
make aac-mono.m4a -f lavfi -i "$(tone)" $aac -ac 1
make aac-51.m4a -f lavfi -i "$(tone)" -af "pan=5.1|$mono51" $aac
make ac3-51.mp4 -f lavfi -i "$(tone)" -af "pan=5.1(side)|$mono51" -c:a ac3 -b:a 192k
make eac3-51.mp4 -f lavfi -i "$(tone)" -af "pan=5.1(side)|$mono51" -c:a eac3 -b:a 192k
make eac3-51.ts -i eac3-51.mp4 -c copy
make alac-24.m4a -f lavfi -i "$(tone)" -c:a alac -sample_fmt s32p
make alac-16.m4a -f lavfi -i "$(tone)" -c:a alac -sample_fmt s16p
make flac-16.mp4 -f lavfi -i "$(tone)" -c:a flac -sample_fmt s16 -strict experimental
make mp3.mp3 -f lavfi -i "$(tone)" -c:a libmp3lame -b:a 64k
make packed.aac -f lavfi -i "$(tone)" $aac -ac 2
make packed.ac3 -i ac3-51.mp4 -c copy
make packed.eac3 -i eac3-51.mp4 -c copy
make languages.mp4 -f lavfi -i "$(pictures)" -f lavfi -i "$(tone)" -f lavfi -i "$(tone 44100)" -map 0 -map 1 -map 2 $avc $aac \
    -metadata:s:a:0 language=deu -metadata:s:a:1 language=fra
[ -s words.srt ] || printf '1\n00:00:00,000 --> 00:00:01,000\nHello\n' >words.srt
make subtitles.mp4 -i plain.mp4 -i words.srt -map 0 -map 1 -c:v copy -c:a copy -c:s mov_text -metadata:s:s:0 language=spa
make encrypted.mp4 -i plain.mp4 -c copy -encryption_scheme cenc-aes-ctr \
    -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8
make late-audio.ts -itsoffset 0.2 -f lavfi -i "$(tone)" -f lavfi -i "$(pictures)" -map 1 -map 0 $avc $aac -ac 2

# The same streams in other containers.
for name in avc-high-41 avc-baseline-30 avc-high10 avc-422 avc-cropped avc-anamorphic avc-interlaced avc-bt709 keys-half-second \
    hevc-main10-pq hevc-main10-hlg hevc-high-tier languages video-only; do
    make "$name.ts" -i "$name.mp4" -map 0 -c copy
    make "$name.mov" -i "$name.mp4" -map 0 -c copy
    make "$name-fragmented.mp4" -i "$name.mp4" -map 0 -c copy $fragments
    make "$name.mkv" -i "$name.mp4" -map 0 -c copy
done
for name in aac-44100 aac-48000 aac-32000 aac-24000 aac-mono aac-51; do
    make "$name.ts" -i "$name.m4a" -c copy
    make "$name.aac" -i "$name.m4a" -c copy
    make "$name-fragmented.mp4" -i "$name.m4a" -c copy $fragments
done
# The header of Dolby sound is known only after its first packet.
for name in av1 ac3-51 eac3-51; do
    make "$name-fragmented.mp4" -i "$name.mp4" -c copy -movflags +frag_keyframe+delay_moov+default_base_moof
done
make ac3-51.ts -i ac3-51.mp4 -c copy
make ac3-51.mov -i ac3-51.mp4 -c copy

# More codecs, depths and marks.
make avc-444.mp4 -f lavfi -i "$(pictures)" $avc -pix_fmt yuv444p -profile:v high444
make avc-odd-shape.mp4 -f lavfi -i "$(pictures)" -vf setsar=40/33 $avc
make avc-full-range.mp4 -f lavfi -i "$(pictures)" $avc -color_range pc
make avc-bottom-first.mp4 -f lavfi -i "$(pictures 25 64x64)" $avc -preset veryfast -flags +ilme+ildct -x264-params bff=1
make avc-long-gop.mp4 -f lavfi -i "$(pictures 50 64x36 2)" $avc -g 50 -keyint_min 50 -sc_threshold 0
make avc-no-reorder.ts -f lavfi -i "$(pictures 30)" $avc -bf 0
make hevc-main12.mp4 -f lavfi -i "$(pictures)" $hevc -pix_fmt yuv420p12le -tag:v hvc1
make hevc-422-10.mp4 -f lavfi -i "$(pictures)" $hevc -pix_fmt yuv422p10le -tag:v hvc1
make hevc-444.mp4 -f lavfi -i "$(pictures)" $hevc -pix_fmt yuv444p -tag:v hvc1
make hevc-hdr10.mp4 -f lavfi -i "$(pictures)" \
    $hevc:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1:max-cll=1000,400:master-display='G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)' \
    -pix_fmt yuv420p10le -tag:v hvc1
make hevc-hdr10.ts -i hevc-hdr10.mp4 -c copy
make hevc-interlaced.mp4 -f lavfi -i "$(pictures 25 64x64)" $hevc:interlace=tff -pix_fmt yuv420p -tag:v hvc1
make avc-gray.mp4 -f lavfi -i "$(pictures)" $avc -pix_fmt gray -profile:v high
make avc-119.ts -f lavfi -i "$(pictures 120)" -r 120000/1001 $avc
make av1-10bit.mp4 -f lavfi -i "$(pictures)" -c:v libaom-av1 -cpu-used 8 -b:v 50k -pix_fmt yuv420p10le \
    -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc
make vp9.mp4 -f lavfi -i "$(pictures)" -c:v libvpx-vp9 -deadline realtime -cpu-used 8
make opus.mp4 -f lavfi -i "$(tone)" -c:a libopus -b:a 32k
make opus-51.mp4 -f lavfi -i "$(tone)" -af "pan=5.1|$mono51" -c:a libopus -b:a 96k -mapping_family 1
make aac-71.m4a -f lavfi -i "$(tone)" -af "pan=7.1|$mono51|c6=c0|c7=c0" $aac
make aac-40.m4a -f lavfi -i "$(tone)" -af "pan=4.0|c0=c0|c1=c0|c2=c0|c3=c0" $aac
make aac-96000.m4a -f lavfi -i "$(tone 96000)" $aac -ar 96000 -ac 2
make ac3-mono.mp4 -f lavfi -i "$(tone)" -ac 1 -c:a ac3 -b:a 96k
make ac3-44100.ts -f lavfi -i "$(tone 44100)" -ac 2 -c:a ac3 -b:a 128k
make eac3-stereo.ts -f lavfi -i "$(tone)" -ac 2 -c:a eac3 -b:a 96k
make mp3.mp4 -f lavfi -i "$(tone)" -c:a libmp3lame -b:a 64k
make mp3.ts -f lavfi -i "$(tone)" -c:a libmp3lame -b:a 64k
make mp2.ts -f lavfi -i "$(tone)" -c:a mp2 -b:a 64k
make pcm.mov -f lavfi -i "$(tone)" -c:a pcm_s24le
make flac-24.mp4 -f lavfi -i "$(tone)" -c:a flac -sample_fmt s32 -bits_per_raw_sample 24 -strict experimental
make flac.flac -f lavfi -i "$(tone)" -c:a flac -sample_fmt s16
make alac-51.m4a -f lavfi -i "$(tone)" -af "pan=5.1|$mono51" -c:a alac
make mpeg2.mp4 -f lavfi -i "$(pictures)" -c:v mpeg2video
make mpeg2-interlaced.ts -f lavfi -i "$(pictures 25 64x64)" -vf setdar=16/9 -c:v mpeg2video -flags +ilme+ildct -top 1
make opus.ts -i opus.mp4 -c copy
make opus-51.ts -i opus-51.mp4 -c copy
make dts-51.ts -f lavfi -i "$(tone)" -af "pan=5.1(side)|$mono51" -c:a dca -strict experimental -b:a 768k
make aac-latm.ts -i aac-48000.m4a -c copy -mpegts_flags +latm
make plain.wav -f lavfi -i "$(tone)" -c:a pcm_s16le
make plain.ogg -f lavfi -i "$(tone)" -c:a libopus -b:a 32k
make delayed.mp4 -itsoffset 0.5 -i plain.mp4 -i plain.mp4 -map 0:a -map 1:v -c copy
make negative-offsets.mp4 -i keys-half-second.mp4 -c copy -movflags +negative_cts_offsets
make encrypted-fragmented.mp4 -i plain.mp4 -c copy $fragments -encryption_scheme cenc-aes-ctr \
    -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8
make indexed-fragments.mp4 -i keys-half-second.mp4 -c copy $fragments -movflags +dash

# HLG that older decoders show as SDR: transfer 14 (BT.2020), and a message that puts 18 in its place.
make hevc-hlg-message.mp4 -f lavfi -i "$(pictures)" $hevc:colorprim=bt2020:transfer=bt2020-10:colormatrix=bt2020nc:atc-sei=18 \
    -pix_fmt yuv420p10le -tag:v hvc1
make hevc-hlg-message.ts -i hevc-hlg-message.mp4 -c copy
make avc-hlg-message.mp4 -f lavfi -i "$(pictures)" $avc -pix_fmt yuv420p10le -profile:v high10 \
    -x264-params colorprim=bt2020:transfer=bt2020-10:colormatrix=bt2020nc:alternative-transfer=arib-std-b67
# Fragments with negative composition offsets, and with an edit list that takes the delay of the encoder off.
make fragments-negative-offsets.mp4 -i plain.mp4 -c copy -movflags +frag_keyframe+cmaf
make fragments-edited.mp4 -i plain.mp4 -c copy -movflags +frag_keyframe+delay_moov+default_base_moof
make encrypted-mono.mp4 -i aac-mono.m4a -c copy -encryption_scheme cenc-aes-ctr \
    -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8
make rate-60000-1001.mkv -i rate-60000-1001.mp4 -c copy
make mp3-mono.ts -f lavfi -i "$(tone)" -ac 1 -c:a libmp3lame -b:a 64k
make wrapping.ts -i plain.mp4 -c copy -output_ts_offset 95441.7

# What ffmpeg cannot write is put into files of the above.
python3 ../patch-media.py

# HLS segments with a separate init section, and as a transport stream.
make_hls() {
    name=$1
    shift
    [ -s "$name/index.m3u8" ] && return 0
    mkdir -p "$name"
    (cd "$name" && ffmpeg -nostdin -v error -y "$@" -hls_time 1 -hls_playlist_type vod index.part && mv index.part index.m3u8)
}
make_hls hls-fmp4 -i ../keys-half-second.mp4 -c copy -f hls -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4
make_hls hls-ts -i ../keys-half-second.mp4 -c copy -f hls
make_hls hls-muxed -i ../plain.mp4 -c copy -f hls -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4
