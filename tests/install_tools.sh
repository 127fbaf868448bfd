#!/usr/bin/env bash
# The browser tests drive Debian's chromium. Install it where that is possible; elsewhere those tests skip and say so.
set -u
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null && exit 0
say() { printf 'tests: %s\n' "$*" >&2; }
if ! command -v apt-get >/dev/null; then
    say "no apt-get here; install Chromium yourself to run the browser tests (CI fails without them)"
    exit 0
fi
run=()
[ "$(id -u)" = 0 ] || run=(sudo -n)
say "installing chromium-headless-shell with apt-get"
if ! { "${run[@]}" apt-get update && "${run[@]}" apt-get install -y --no-install-recommends chromium-headless-shell; } >/tmp/miasma-apt.log 2>&1; then
    say "apt-get could not install it (see /tmp/miasma-apt.log); the browser tests will be skipped (CI fails without them)"
fi
exit 0
