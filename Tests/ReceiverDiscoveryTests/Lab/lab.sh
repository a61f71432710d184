#!/bin/bash
# lab.sh RECEIVERS COMMAND...: run COMMAND on a private link on which real receivers publish, then take all down.
#
# RECEIVERS is a comma-separated list of: shairport, uxplay, kodi, none (a daemon but no receiver), restart (the daemon
# beside COMMAND is killed and started again after a second), nodaemon (D-Bus only), nobus, simulate. For simulate,
# SEGUE_LAB_SIMULATE is the command line that publishes; it prints when all is published. The namespace of the receivers
# answers at every address of 10.78.0.0/16 and fd78::/64, so that each can have its own.
# Two network namespaces with one cable between them; each has a D-Bus and an Avahi daemon of its own. The machine's own
# network, bus and daemon are not touched. Needs root. Namespaces and folder carry this process's number, so that several
# labs can run side by side; they are removed on every way out.
set -u
receivers=$1
shift
name=segue-lab-$$
folder=$(mktemp -d "/tmp/$name.XXXXXX")
far=$name-far   # where the receivers live
near=$name-near # where COMMAND runs
pids=()

clean() {
  trap - EXIT INT TERM HUP
  local pid ns
  # Whatever runs in our two namespaces was started from here.
  for ns in "$near" "$far"; do
    for pid in $(ip netns pids "$ns" 2>/dev/null); do kill -KILL "$pid" 2>/dev/null; done
  done
  for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null; done
  wait 2>/dev/null
  ip netns del "$near" 2>/dev/null
  ip netns del "$far" 2>/dev/null
  rm -rf "$folder"
}
trap clean EXIT
trap 'exit 130' INT TERM HUP

fail() {
  echo "lab: $1" >&2
  for log in "$folder"/*.log; do [ -s "$log" ] && { echo "--- $log"; tail -n 5 "$log"; } >&2; done
  exit 99
}

wait_for() { # WHAT COMMAND...: until COMMAND succeeds, 20 s at most
  local what=$1 i
  shift
  for ((i = 0; i < 400; i++)); do "$@" >/dev/null 2>&1 && return; sleep 0.05; done
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

host() { # NAMESPACE NUMBER
  ip netns exec "$1" sysctl -qw net.ipv6.conf.all.accept_dad=0 net.ipv6.conf.default.accept_dad=0
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

listens() { ip netns exec "$far" ss -Hltn "sport = :$1" | grep -q .; }

ip netns add "$far" && ip netns add "$near" || fail "cannot make network namespaces"
ip -n "$far" link add eth0 type veth peer name eth0 netns "$near" || fail "cannot lay the cable"
host "$far" 2
host "$near" 3
# Without this IPv6 lets nobody bind to an address of a range.
ip netns exec "$far" sysctl -qw net.ipv6.ip_nonlocal_bind=1
for route in 10.78.0.0/16 fd78::/64; do ip -n "$far" route add local "$route" dev lo; done
ip -n "$near" route add 10.78.0.0/16 via 10.77.0.2
ip -n "$near" route add fd78::/64 via fd77::2
case $receivers in
  nobus) ;;
  nodaemon) bus "$near" ;;
  *)
    bus "$far"
    bus "$near"
    avahi "$far" lab-receivers
    avahi "$near" lab-browser
    # Receivers register once; before the daemon is up they would stay silent for ever.
    for ns in "$far" "$near"; do wait_for "Avahi in $ns" grep -q "Server startup complete" "$folder/$ns-avahi.log"; done
    ;;
esac
case ,$receivers, in
  *,shairport,*)
    echo 'general = { name = "Lab Shairport"; port = 5000; };' >"$folder/shairport.conf"
    start shairport "$far" shairport-sync -c "$folder/shairport.conf" -u -o dummy
    wait_for shairport-sync listens 5000
    ;;
esac
case ,$receivers, in
  *,uxplay,*)
    start uxplay "$far" uxplay -n "Lab UxPlay" -nh -p 7000 -vs fakesink -as fakesink
    wait_for UxPlay listens 7001
    ;;
esac
case ,$receivers, in
  *,simulate,*)
    (inside "$far" sh -c "exec $SEGUE_LAB_SIMULATE") >"$folder/simulate.out" 2>"$folder/simulate.log" </dev/null &
    pids+=($!)
    wait_for "segue simulate" test -s "$folder/simulate.out"
    ;;
esac
(inside "$near" "$@") &
command=$!
pids+=($command)
case ,$receivers, in
  *,restart,*)
    sleep 1
    kill -KILL "$daemon"
    sleep 0.3
    avahi "$near" lab-browser
    ;;
esac
wait $command
