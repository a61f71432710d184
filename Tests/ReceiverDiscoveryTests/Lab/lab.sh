#!/bin/bash
# lab.sh RECEIVERS COMMAND...: run COMMAND on a private link on which receivers publish, then take all down.
#
# RECEIVERS is a comma-separated list of: shairport, uxplay, kodi, simulate, none (a daemon but no receiver), restart (the
# daemon beside COMMAND is killed and started again after five seconds), republish (the daemon beside the simulation is ended,
# takes leave of the link, and is started again before COMMAND), nodaemon (D-Bus only), nobus.
# Each receiver and COMMAND has a network namespace of its own with a D-Bus and an Avahi daemon of its own; all hang on one
# bridge. The machine's own network, bus and daemon are not touched. Needs root. Namespaces and folder carry this process's
# number, so that several labs can run side by side; they are removed on every way out.
#
# With screen beside kodi, Kodi has a sound clock (PulseAudio with a null sink) and COMMAND finds what is needed to record
# picture and sound: DISPLAY and PULSE_SERVER. SEGUE_LAB_PASSWORD gives Kodi a password.
#
# For simulate, SEGUE_LAB_SIMULATE is the command line that publishes; it prints when all is published. Its namespace
# answers at every address of 10.78.0.0/16 and fd78::/64, so that each simulated receiver can have its own; COMMAND finds its
# process number in SEGUE_LAB_SIMULATION.
set -u
receivers=$1
shift
name=segue-lab-$$
folder=$(mktemp -d "/tmp/$name.XXXXXX")
lan=$name-lan # holds the bridge and nothing else
near=$name-near # where COMMAND runs
hosts=("$near")
pids=()

clean() {
  trap - EXIT INT TERM HUP
  # The shell would report every process that is ended here.
  exec 2>/dev/null
  local pid ns
  # Whatever runs in our namespaces was started from here.
  for ns in "${hosts[@]}"; do
    for pid in $(ip netns pids "$ns" 2>/dev/null); do kill -KILL "$pid" 2>/dev/null; done
  done
  for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null; done
  wait 2>/dev/null
  for ns in "${hosts[@]}" "$lan"; do ip netns del "$ns" 2>/dev/null; done
  rm -rf "$folder"
  # An X server that is killed leaves these.
  [ -z "${display-}" ] || rm -f "/tmp/.X${display#:}-lock" "/tmp/.X11-unix/X${display#:}"
}
trap clean EXIT
trap 'exit 130' INT TERM HUP

fail() {
  echo "lab: $1" >&2
  for log in "$folder"/*.log; do [ -s "$log" ] && { echo "--- $log"; tail -n 5 "$log"; } >&2; done
  exit 99
}

wait_for() { # WHAT COMMAND...: until COMMAND succeeds, two minutes at most
  local what=$1 i
  shift
  for ((i = 0; i < 2400; i++)); do "$@" >/dev/null 2>&1 && return; sleep 0.05; done
  fail "$what did not come up"
}

inside() { # NAMESPACE COMMAND...: with that namespace's bus, in place of this shell
  local ns=$1
  shift
  export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$folder/$ns.bus HOME=$folder
  exec ip netns exec "$ns" "$@"
}

start() { # LOG NAMESPACE COMMAND...: in the background
  local log=$folder/$1.log
  shift
  inside "$@" >"$log" 2>&1 </dev/null &
  pids+=($!)
}

host() { # NAMESPACE NUMBER: a host on the bridge, with that number in all its addresses
  ip netns add "$1" || fail "cannot make network namespaces"
  ip netns exec "$1" sysctl -qw net.ipv6.conf.all.accept_dad=0 net.ipv6.conf.default.accept_dad=0
  ip -n "$lan" link add "p$2" type veth peer name eth0 netns "$1" || fail "cannot lay a cable"
  ip -n "$lan" link set "p$2" master br0 up
  ip -n "$1" link set eth0 address "02:00:0a:4d:00:0$2"
  ip -n "$1" link set lo up
  ip -n "$1" link set eth0 up
  ip -n "$1" addr add "10.77.0.$2/24" dev eth0
  ip -n "$1" addr add "fd77::$2/64" dev eth0 nodad
}

bus() { # NAMESPACE
  cat >"$folder/$1.conf" <<X
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type><listen>unix:path=$folder/$1.bus</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow receive_sender="*"/>
  </policy>
</busconfig>
X
  start "$1-bus" "$1" dbus-daemon --config-file="$folder/$1.conf" --nofork --nopidfile --nosyslog
  wait_for "D-Bus in $1" test -S "$folder/$1.bus"
}

avahi() { # NAMESPACE HOSTNAME
  cat >"$folder/$1.avahi" <<X
[server]
host-name=$2
use-ipv4=yes
use-ipv6=yes
allow-interfaces=eth0
enable-dbus=yes
[wide-area]
enable-wide-area=no
[publish]
publish-workstation=no
publish-hinfo=no
X
  # The daemon's socket has a fixed place: give it one that only it sees.
  start "$1-avahi" "$1" sh -c "mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon &&
    exec avahi-daemon --no-drop-root --no-chroot --no-rlimits --debug -f '$folder/$1.avahi'"
  daemon=$!
}

# Receivers register once; before the daemon is up they would stay silent for ever.
up() { wait_for "Avahi in $1" grep -q "Server startup complete" "$folder/$1-avahi.log"; }

listens() { ip netns exec "$1" ss -Hltn "sport = :$2" | grep -q .; }

has() { case ,$receivers, in *,$1,*) ;; *) return 1 ;; esac; }

receiver() { # NAME NUMBER: its host, with daemons; names it $far
  far=$name-$1
  hosts+=("$far")
  host "$far" "$2"
  bus "$far"
  avahi "$far" "lab-$1"
}

ip netns add "$lan" || fail "cannot make network namespaces"
ip -n "$lan" link add br0 type bridge mcast_snooping 0 || fail "cannot make a bridge"
ip -n "$lan" link set br0 up
host "$near" 3
ip -n "$near" route add 10.78.0.0/16 via 10.77.0.6
ip -n "$near" route add fd78::/64 via fd77::6
has nobus || bus "$near"
for kind in uxplay:2 shairport:4 kodi:5 simulate:6; do
  if has "${kind%:*}"; then receiver "${kind%:*}" "${kind#*:}"; fi
done
far_daemon=${daemon-}
has nobus || has nodaemon || { avahi "$near" lab-browser; up "$near"; }
near_daemon=${daemon-}

if has shairport; then
  far=$name-shairport
  up "$far"
  echo 'general = { name = "Lab Shairport"; port = 5000; };' >"$folder/shairport.conf"
  start shairport "$far" shairport-sync -c "$folder/shairport.conf" -u -o dummy
  wait_for shairport-sync listens "$far" 5000
fi
if has uxplay; then
  far=$name-uxplay
  up "$far"
  start uxplay "$far" uxplay -n "Lab UxPlay" -nh -p 7000 -vs fakesink -as fakesink
  wait_for UxPlay listens "$far" 7001
fi
if has kodi; then
  far=$name-kodi
  up "$far"
  settings=$folder/kodi/.kodi/userdata
  mkdir -p "$settings"
  {
    echo '<settings version="2">'
    for setting in services.devicename="Lab Kodi" services.zeroconf=true services.airplay=true \
      services.airplayvideosupport=true services.upnp=false services.esenabled=false general.addonupdates=2 \
      lookandfeel.enablerssfeeds=false screensaver.mode= videoplayer.adjustrefreshrate=0 \
      services.useairplaypassword="$([ -n "${SEGUE_LAB_PASSWORD-}" ] && echo true || echo false)" \
      services.airplaypassword="${SEGUE_LAB_PASSWORD-}"; do
      echo "<setting id=\"${setting%%=*}\">${setting#*=}</setting>"
    done
    echo '</settings>'
  } >"$settings/guisettings.xml"
  echo '<advancedsettings version="1.0"><splash>false</splash></advancedsettings>' >"$settings/advancedsettings.xml"
  display=:$((1000 + $$ % 50000))
  start xvfb "$far" Xvfb "$display" -screen 0 640x360x24 -nolisten tcp -noreset
  wait_for Xvfb test -S "/tmp/.X11-unix/X${display#:}"
  sound=alsa
  if has screen; then
    # Without a sound server Kodi tries for six seconds and then has no clock for its sound.
    sound=pulseaudio
    export DISPLAY=$display PULSE_SERVER=unix:$folder/pulse.sock PULSE_RUNTIME_PATH=$folder/pulse
    start pulse "$far" env -u XDG_RUNTIME_DIR -u PULSE_SERVER pulseaudio -n --daemonize=no --exit-idle-time=-1 \
      --use-pid-file=no --disable-shm=yes -L "module-null-sink sink_name=null rate=48000 channels=2" \
      -L "module-native-protocol-unix auth-anonymous=1 socket=$folder/pulse.sock"
    wait_for PulseAudio test -S "$folder/pulse.sock"
  fi
  # The wrapper starts it anew when it ends; the program itself does not.
  start kodi "$far" env -u XDG_RUNTIME_DIR HOME="$folder/kodi" DISPLAY="$display" LIBGL_ALWAYS_SOFTWARE=1 LP_NUM_THREADS=1 \
    "$(find /usr/lib -path '*/kodi/kodi.bin' 2>/dev/null | head -1)" --standalone --windowing=x11 \
    --audio-backend=$sound --lircdev=/dev/null
  wait_for Kodi listens "$far" 36667
fi
if has simulate; then
  far=$name-simulate
  up "$far"
  # Without this IPv6 lets nobody bind to an address of a range.
  ip netns exec "$far" sysctl -qw net.ipv6.ip_nonlocal_bind=1
  for route in 10.78.0.0/16 fd78::/64; do ip -n "$far" route add local "$route" dev lo; done
  (inside "$far" sh -c "exec $SEGUE_LAB_SIMULATE") >"$folder/simulate.out" 2>"$folder/simulate.log" </dev/null &
  simulation=$!
  pids+=($simulation)
  wait_for "segue simulate" test -s "$folder/simulate.out"
  export SEGUE_LAB_SIMULATION=$simulation
fi
if has republish; then
  # Taking leave empties the caches of the link, so that what is found after it was told anew.
  kill -TERM "$far_daemon"
  for ((i = 0; i < 1200; i++)); do kill -0 "$far_daemon" 2>/dev/null || break; sleep 0.05; done
  sleep 1.5
  : >"$folder/$far-avahi.log"
  avahi "$far" lab-simulate
  up "$far"
  daemon=$near_daemon
fi
# So that COMMAND can start its daemon afresh: see fresh-daemon.sh.
export SEGUE_LAB_FOLDER=$folder SEGUE_LAB_NEAR=$near
echo "${daemon-}" >"$folder/daemon.pid"
(inside "$near" "$@") &
command=$!
pids+=($command)
if has restart; then
  sleep 5
  kill -KILL "$daemon"
  sleep 0.3
  avahi "$near" lab-browser
fi
wait $command
