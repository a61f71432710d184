#!/bin/sh
# make-assets.sh OUTDIR [--seconds N] [--height PIXELS] [--only NAME,NAME,...] [--hls]
#
# Makes marked test assets for `segue measure` and `segue observe`: a base asset, a twin with the same parameters, and one
# asset for each parameter that differs from its partner in that one thing. assets.json says what is what. Files that are
# already there are kept. Needs ffmpeg with libx264 and libx265 (Debian: ffmpeg) and awk.
#
# Sound: a tone of 700 + 100 * id Hz on every channel, and a tick of 40 ms at 4100 Hz on each full second.
#
# Picture: a bar that crosses once a second, for people, and the marker, for `segue observe`. The marker is 22 x 6 cells,
# about 76 % of the picture's width and from 12 % to 42 % of its height: away from the edges that televisions cut off, the
# middle where a player turns its wheel, and the lower third where it lays its controls.
#   outermost ring of cells: white; second ring: black (this is what is looked for, and gives white and black near each cell)
#   inside, 18 x 2 cells: corners white, white, black, white (top left, top right, bottom left, bottom right);
#   upper row, between the corners: asset id (5 bits) and frame number (11 bits, Gray code), highest bit first, white = 1;
#   lower row: CRC-16 of those 16 bits (polynomial 0x450D, from 0, all bits inverted). Any two such words differ in 7
#   cells or more, those of neighbouring frames in 7 or 8.
# Gray code, because a camera often sees two neighbouring frames at once: then only one bit of the number is in doubt.
set -eu

usage() {
    echo "usage: $0 OUTDIR [--seconds N] [--height PIXELS] [--only NAME,NAME,...] [--hls]" >&2
    exit 64
}
fail() {
    echo "$0: $1" >&2
    exit "${2:-2}"
}

[ $# -ge 1 ] || usage
case $1 in -*) usage ;; esac
out=$1
shift
seconds=12
height=720
only=
hls=
while [ $# -gt 0 ]; do
    case $1 in
    --hls) hls=yes ;;
    --seconds | --height | --only)
        [ $# -ge 2 ] || usage
        case $1 in --seconds) seconds=$2 ;; --height) height=$2 ;; --only) only=",$2," ;; esac
        shift
        ;;
    *) usage ;;
    esac
    shift
done
case $seconds in '' | *[!0-9]*) usage ;; esac
case $height in '' | *[!0-9]*) usage ;; esac
# The marker counts to 2047, and the fastest asset has 60 frames a second.
[ "$seconds" -ge 1 ] && [ "$seconds" -le 34 ] || fail "--seconds is from 1 to 34" 64
[ "$height" -ge 144 ] && [ "$height" -le 1440 ] || fail "--height is from 144 to 1440" 64
command -v ffmpeg >/dev/null || fail "ffmpeg is missing; apt-get install ffmpeg"
mkdir -p "$out"

# The marker of each frame as 22 x 6 grey pixels. $1: asset id, $2: frames, $3: grey of white.
marker() {
    LC_ALL=C awk -v id="$1" -v frames="$2" -v white="$3" '
        function bit(value, place) { return int(value / 2 ^ place) % 2 }
        BEGIN {
            for (place = 0; place < 16; place++)
                polynomial[place] = index(" 0 2 3 8 10 14 ", " " place " ") > 0
            for (frame = 0; frame < frames; frame++) {
                for (place = 0; place < 5; place++) word[place] = bit(id, 4 - place)
                for (place = 0; place < 11; place++) word[5 + place] = (bit(frame, 10 - place) + bit(frame, 11 - place)) % 2
                for (place = 0; place < 16; place++) check[place] = 0
                for (read = 0; read < 16; read++) {
                    carry = (check[15] + word[read]) % 2
                    for (place = 15; place > 0; place--) check[place] = (check[place - 1] + carry * polynomial[place]) % 2
                    check[0] = carry
                }
                for (row = 0; row < 6; row++) for (column = 0; column < 22; column++) {
                    if (row == 0 || row == 5 || column == 0 || column == 21) on = 1
                    else if (row == 1 || row == 4 || column == 1 || column == 20) on = 0
                    else if (column == 2 || column == 19) on = !(row == 3 && column == 2)
                    else if (row == 2) on = word[column - 3]
                    else on = 1 - check[18 - column]
                    printf "%c", on ? white : 1
                }
            }
        }'
}

# The tone and the tick, once for each of $1 channels. $2: hertz of the tone.
sound() {
    expression="0.25*sin(2*PI*$2*t)+0.4*lt(mod(t\,1)\,0.04)*sin(2*PI*4100*t)"
    expressions=$expression
    count=1
    while [ $count -lt "$1" ]; do
        expressions="$expressions|$expression"
        count=$((count + 1))
    done
    echo "$expressions"
}

entries=
pairs=
made=

# id, name, frame rate, lines in 720ths, video codec, bit depth, range, sample aspect, audio codec, sample rate, channels
make() {
    id=$1 name=$2 rate=$3 lines=$4 video=$5 depth=$6 range=$7 aspect=$8 # as 3/4
    shift 8
    audio=$1 sampleRate=$2 channels=$3
    case $only in '' | *",$name,"*) ;; *) return 0 ;; esac
    tall=$((height * lines / 720 / 2 * 2))
    wide=$((tall * 16 / 9 / 2 * 2))
    across=$((wide * 44 / 1280))
    down=$((tall / 20))
    frames=$((seconds * rate))
    tone=$((700 + 100 * id))

    colour="-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709"
    inX265="colorprim=bt709:transfer=bt709:colormatrix=bt709"
    white=255
    case $range in
    hlg)
        white=190
        colour="-color_range tv -colorspace bt2020nc -color_primaries bt2020 -color_trc arib-std-b67"
        inX265="colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc"
        ;;
    pq) # White at full scale would be 10 000 cd/m2; this is about 200.
        white=148
        colour="-color_range tv -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084"
        inX265="colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1:max-cll=1000,400"
        inX265="$inX265:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
        ;;
    esac
    pixels=yuv420p
    [ "$depth" = 8 ] || pixels=yuv420p10le
    case $video in
    avc) encode="-c:v libx264 -preset veryfast -crf 25 -g $rate -keyint_min $rate -sc_threshold 0" ;;
    hevc)
        encode="-c:v libx265 -preset ultrafast -crf 27 -tag:v hvc1 -x265-params"
        encode="$encode keyint=$rate:min-keyint=$rate:scenecut=0:open-gop=0:log-level=error:$inX265"
        ;;
    esac

    if [ ! -s "$out/$name.mp4" ]; then
        # A dark ground of its own hue for each asset tells people which one they see.
        hue=$(awk -v id="$id" 'BEGIN {
            split("40 20 20 20 40 20 20 20 40 40 40 20 40 20 40 20 40 40 60 30 20 30 60 20 20 30 60 60 30 30", c)
            i = (id % 10) * 3; printf "0x%s%s%s", c[i + 1], c[i + 2], c[i + 3] }')
        filter="color=c=$hue:s=${wide}x$tall:r=$rate[ground];"
        filter="${filter}color=c=0xa0a0a0:s=$((wide / 40 * 2))x$((tall / 20 * 2)):r=$rate[bar];"
        filter="${filter}[0:v]scale=$((across * 22)):$((down * 6)):flags=neighbor:out_range=tv,format=yuv420p[marker];"
        filter="${filter}[ground][bar]overlay=x=mod(n\,$rate)*W/$rate:y=H*3/4[moving];"
        filter="${filter}[moving][marker]overlay=x=trunc((W-w)/4)*2:y=trunc(H*0.06)*2:shortest=1,"
        filter="${filter}setsar=$aspect,format=$pixels[picture];"
        filter="${filter}aevalsrc=exprs=$(sound "$channels" "$tone"):s=$sampleRate:d=$seconds"
        [ "$channels" = 6 ] && filter="$filter:c=5.1"
        [ "$channels" = 2 ] && filter="$filter:c=stereo"
        filter="$filter[sound]"
        # $encode and $colour are several words each.
        # shellcheck disable=SC2086
        marker "$id" "$frames" "$white" | ffmpeg -hide_banner -loglevel error -y \
            -f rawvideo -pix_fmt gray -color_range pc -video_size 22x6 -framerate "$rate" -i - \
            -filter_complex "$filter" -map '[picture]' -map '[sound]' $encode $colour \
            -c:a "$audio" -b:a 192k -t "$seconds" -fflags +bitexact -flags +bitexact -movflags +faststart \
            -f mp4 "$out/$name.part" </dev/stdin || fail "$name could not be made"
        mv "$out/$name.part" "$out/$name.mp4"
    fi
    playlist=
    if [ -n "$hls" ]; then
        playlist="\"playlist\":\"$name/index.m3u8\","
        if [ ! -s "$out/$name/index.m3u8" ]; then
            mkdir -p "$out/$name"
            tag=avc1
            [ $video = avc ] || tag=hvc1
            (cd "$out/$name" && ffmpeg -hide_banner -loglevel error -y -i "../$name.mp4" -c copy -tag:v $tag \
                -f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod -hls_segment_type fmp4 \
                -hls_fmp4_init_filename init.mp4 -hls_segment_filename 'part%02d.m4s' index.m3u8) ||
                fail "the playlist of $name could not be made"
        fi
    fi
    entries="$entries${entries:+,
    }{\"id\":$id,\"name\":\"$name\",\"file\":\"$name.mp4\",$playlist\"frames\":$frames,"
    entries="$entries\"frameRate\":{\"numerator\":$rate,\"denominator\":1},\"toneHertz\":$tone,"
    entries="$entries\"video\":{\"codec\":\"$video\",\"width\":$wide,\"height\":$tall,\"bitDepth\":$depth,"
    entries="$entries\"range\":\"$range\",\"sampleAspect\":\"$(echo "$aspect" | tr / :)\"},"
    entries="$entries\"audio\":{\"codec\":\"$audio\",\"sampleRate\":$sampleRate,\"channels\":$channels}}"
    made="$made$name "
}

# Two names, and what differs by its name in the cost table (nothing: a matched pair), on the way back too where that is
# another change. Both directions become a pair each.
pair() {
    case " $made" in *" $1 "*) ;; *) return 0 ;; esac
    case " $made" in *" $2 "*) ;; *) return 0 ;; esac
    back=${4:-$3}
    pairs="$pairs${pairs:+,
    }{\"from\":\"$1\",\"to\":\"$2\",\"changes\":[${3:+\"$3\"}]},
    {\"from\":\"$2\",\"to\":\"$1\",\"changes\":[${back:+\"$back\"}]}"
}

#    id name       rate lines video depth range aspect audio rate channels
make 0 base        24 720 avc 8 sdr 1/1 aac 48000 2
make 1 same        24 720 avc 8 sdr 1/1 aac 48000 2
make 2 hevc        24 720 hevc 8 sdr 1/1 aac 48000 2
make 3 rate-25     25 720 avc 8 sdr 1/1 aac 48000 2
make 4 rate-30     30 720 avc 8 sdr 1/1 aac 48000 2
make 5 rate-60     60 720 avc 8 sdr 1/1 aac 48000 2
make 6 size-1080   24 1080 avc 8 sdr 1/1 aac 48000 2
make 7 ac3         24 720 avc 8 sdr 1/1 ac3 48000 2
make 8 sound-44100 24 720 avc 8 sdr 1/1 aac 44100 2
make 9 surround    24 720 avc 8 sdr 1/1 aac 48000 6
make 10 hevc-10    24 720 hevc 10 sdr 1/1 aac 48000 2
make 11 hlg        24 720 hevc 10 hlg 1/1 aac 48000 2
make 12 pq         24 720 hevc 10 pq 1/1 aac 48000 2
make 13 aspect     24 720 avc 8 sdr 3/4 aac 48000 2

pair base same ""
pair base hevc video.codec_family
pair base rate-25 video.frame_rate.decoder
pair base rate-30 video.frame_rate.decoder
pair base rate-60 video.frame_rate.decoder
pair base size-1080 video.resolution.exceeds_config video.resolution.within_config
pair base ac3 audio.codec_family
pair base sound-44100 audio.sample_rate
pair base surround audio.channel_layout
pair hevc hevc-10 video.profile_bit_depth
pair hevc-10 hlg video.dynamic_range.decoder
pair hevc-10 pq video.dynamic_range.decoder
pair base aspect video.sar_dar

cat >"$out/assets.json" <<END
{"schema":"segue.assets/1","seconds":$seconds,"tickHertz":4100,
  "assets":[
    $entries],
  "pairs":[
    $pairs]}
END
echo "$out/assets.json: $(echo "$made" | wc -w) assets of $seconds s"
