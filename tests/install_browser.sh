#!/usr/bin/env bash
# The browser tests drive Debian's chromium. Install it where that is possible; elsewhere those tests skip and say so.
set -u
command -v chromium >/dev/null && exit 0
say() { printf 'browser tests: %s\n' "$*" >&2; }
if ! command -v apt-get >/dev/null; then
    say "no chromium and no apt-get here; install chromium yourself to run them (CI fails without it)"
    exit 0
fi
run=()
[ "$(id -u)" = 0 ] || run=(sudo -n)
say "installing chromium with apt-get"
if ! { "${run[@]}" apt-get update && "${run[@]}" apt-get install -y --no-install-recommends chromium; } >/tmp/miasma-apt.log 2>&1; then
    say "apt-get could not install chromium (see /tmp/miasma-apt.log); they will be skipped (CI fails without it)"
fi
exit 0
