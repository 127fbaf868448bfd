#!/usr/bin/env bash
# The browser tests drive Debian's chromium, and hunspell's dictionaries know how words are spelled. Install them where
# that is possible; elsewhere those tests skip and say so.
set -u
missing=()
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing+=(chromium-headless-shell)
for dictionary in de-de:de_DE hu:hu_HU pl:pl_PL; do
    [ -n "$(find /usr/share/hunspell -name "${dictionary#*:}.dic" 2>/dev/null)" ] || missing+=("hunspell-${dictionary%:*}")
done
command -v hunspell >/dev/null || missing+=(hunspell)
[ ${#missing[@]} = 0 ] && exit 0
say() { printf 'tests: %s\n' "$*" >&2; }
if ! command -v apt-get >/dev/null; then
    say "no apt-get here; install these yourself to run all tests (CI fails without them): ${missing[*]}"
    exit 0
fi
run=()
[ "$(id -u)" = 0 ] || run=(sudo -n)
say "installing with apt-get: ${missing[*]}"
if ! { "${run[@]}" apt-get update && "${run[@]}" apt-get install -y --no-install-recommends "${missing[@]}"; } >/tmp/miasma-apt.log 2>&1; then
    say "apt-get could not install them (see /tmp/miasma-apt.log); their tests will be skipped (CI fails without them)"
fi
exit 0
