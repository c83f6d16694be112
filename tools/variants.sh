#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints what many variants of one trace cost, on a machine that has nothing else to do:
#   tools/variants.sh      VARIANTS=16 tools/variants.sh hd5870      LOCKSTEP=/another/lockstep tools/variants.sh
# Share: processor time over wall time of a sweep. Gain: wall time of as many single runs, one after the other, over
# the sweep's; one single run is measured and multiplied.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
variants="${VARIANTS:-64}"
devices=("$@")
[ $# -gt 0 ] || devices=(hd5870 hd6970 mi300a gtx280)
at="$(mktemp -d)"
trap 'rm -rf "$at"' EXIT
export LC_ALL=C
TIMEFORMAT='%R %U %S'
latencies="10us"
for ((k = 1; k < variants; k++)); do latencies+=",$((10 + k))us"; done

# Wall, user and system time of a command in seconds; its output goes to a file.
seconds() {
  local out="$1"
  shift
  { time "$@" >"$out" 2>"$out.err"; } 2>&1
}

"$lockstep" --version >/dev/null # builds it
echo "$variants variants of \`examples/matmul.yaml -p n=256\` on $(nproc) processors."
echo
echo "| device | single run, s | sweep, s | processors busy | a variant, processor s | gain | kept: again, s |"
echo "|---|---|---|---|---|---|---|"
for device in "${devices[@]}"; do
  point=("$root/examples/matmul.yaml" -p n=256 -d "$device")
  single="$(seconds "$at/single" "$lockstep" run "${point[@]}" --set host.launch=10us -f csv)"
  many="$(seconds "$at/many" "$lockstep" sweep "${point[@]}" --set "host.launch=$latencies")"
  "$lockstep" sweep "${point[@]}" --set "host.launch=$latencies" --results "$at/kept" >"$at/first"
  again="$(seconds "$at/again" "$lockstep" sweep "${point[@]}" --set "host.launch=$latencies" --results "$at/kept")"
  rm -rf "$at/kept"
  cmp "$at/many" "$at/first" && cmp "$at/many" "$at/again"
  grep -qF "$(tail -n 1 "$at/single")" "$at/many" || { echo "$device: a single run says something else" >&2; exit 4; }
  echo "$single $many $again" | awk -v device="$device" -v n="$variants" \
    '{ printf "| %s | %.2f | %.2f | %.2f | %.3f | %.1f | %.2f |\n", device, $1, $4, ($5 + $6) / $4, ($5 + $6) / n, n * $1 / $4, $7 }'
done
