#!/usr/bin/env bash
# The browser tests use Debian's chromium. In CI this script installs it. Elsewhere it explains how to install it, and the
# tests are skipped without it.
set -u
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null && exit 0
say() { printf 'tests: %s\n' "$*" >&2; }
run=()
[ "$(id -u)" = 0 ] || run=(sudo -n)
install=(apt-get install -y --no-install-recommends chromium-headless-shell)
if [ -z "${CI:-}" ]; then
    say "no Chromium here, so the browser tests are skipped. To run them, install it: ${run[*]:+sudo }${install[*]}"
    exit 0
fi
log=$(mktemp)
say "installing chromium-headless-shell with apt-get"
if ! { "${run[@]}" apt-get update && "${run[@]}" "${install[@]}"; } >"$log" 2>&1; then
    say "apt-get could not install it, see $log; the browser tests will fail"
fi
exit 0
