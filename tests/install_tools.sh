#!/usr/bin/env bash
# The browser tests use Debian's Chromium. In CI, this script installs Chromium. Elsewhere it explains how to install
# Chromium, and the tests are skipped if Chromium is missing.
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
    say "apt-get could not install Chromium, see $log; the browser tests will fail"
fi
exit 0
