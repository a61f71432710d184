#!/bin/sh
# Ends the Avahi daemon of the host that lab.sh runs its command on, and starts one that knows nothing yet. Called by that
# command.
set -eu
kill -KILL "$(cat "$SEGUE_LAB_FOLDER/daemon.pid")" 2>/dev/null || true
log=$SEGUE_LAB_FOLDER/fresh.log
: >"$log"
mkdir -p /run/avahi-daemon
mount -t tmpfs none /run/avahi-daemon
avahi-daemon --no-drop-root --no-chroot --no-rlimits --debug -f "$SEGUE_LAB_FOLDER/$SEGUE_LAB_NEAR.avahi" \
    >"$log" 2>&1 </dev/null &
echo $! >"$SEGUE_LAB_FOLDER/daemon.pid"
for i in $(seq 2400); do
    if grep -q "Server startup complete" "$log"; then exit 0; fi
    sleep 0.05
done
echo "fresh-daemon: Avahi did not come up" >&2
exit 99
