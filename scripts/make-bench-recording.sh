#!/bin/sh
# Makes the recording that `segue-bench observe` reads, into the folder given: 30 s of 1080p at 60 pictures a second and
# 20 Mbit/s, as a camera writes it, of a screen that fills half of the width and stands askew. It shows two marked assets for
# 12 s each, and then 6 s of something without a marker. What is already there is left alone.
set -eu
mkdir -p "$1"
cd "$(dirname "$0")/.."
out=$1
[ -s "$out/recording.mp4" ] && exit 0

Examples/SwitchAssets/make-assets.sh "$out/switch-assets" --seconds 12 --only base,hevc >/dev/null
ffmpeg -nostdin -v error -y -i "$out/switch-assets/base.mp4" -i "$out/switch-assets/hevc.mp4" \
    -f lavfi -i testsrc2=size=1280x720:rate=60:duration=6 -f lavfi -i anullsrc=r=48000:cl=stereo:d=6 -filter_complex "
    [0:v]fps=60,format=yuv420p,setsar=1[a];[1:v]fps=60,format=yuv420p,setsar=1[b];[2:v]format=yuv420p,setsar=1[c];
    [a][0:a][b][1:a][c][3:a]concat=n=3:v=1:a=1[v][s];
    [v]scale=960:540,pad=1920:1080:430:290:color=0x504840,rotate=0.03,gblur=sigma=1.2,noise=alls=6:allf=t[p]" \
    -map '[p]' -map '[s]' -c:v libx264 -preset veryfast -profile:v high -b:v 20M -g 60 -c:a aac -b:a 192k \
    -f mp4 "$out/recording.part"
mv "$out/recording.part" "$out/recording.mp4"
