#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks devices and writes what follows the line "Written by tools/check.sh" of docs/check.md: about an
# hour of processor time. What is checked stays in target/check, so that a run that was ended goes on
# from there: tools/check.sh [--anew] [DEVICE…]
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
at="$root/target/check"
anew=no
if [ "${1:-}" = --anew ]; then anew=yes; shift; fi
mkdir -p "$at"
"$lockstep" devices --format csv | tail -n +2 | cut -d, -f1 | tr -d '"' > "$at/devices"
if [ $# -eq 0 ]; then
  mapfile -t devices < "$at/devices"
  set -- "${devices[@]}"
fi
for device in "$@"; do
  if [ $anew = no ] && [ -s "$at/$device.csv" ]; then continue; fi
  code=0
  "$lockstep" check "$device" --format csv > "$at/$device.tmp" 2> "$at/$device.err" || code=$?
  if [ $code -ne 0 ] && [ $code -ne 4 ]; then # 4: something fails, which is what the page is for
    cat "$at/$device.err" >&2
    exit "$code"
  fi
  mv "$at/$device.tmp" "$at/$device.csv"
done
python3 "$root/tools/check.py" "$root/docs/check.md" "$root/tools/check-gaps.csv" "$at" > "$at/check.md"
mv "$at/check.md" "$root/docs/check.md"
