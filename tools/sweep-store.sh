#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints what the store of a sweep costs, on a machine that has nothing else to do:
#   tools/sweep-store.sh      POINTS=100000 STATISTICS=100 tools/sweep-store.sh
# Makes a sweep of so many points in a temporary folder (TMPDIR), 3.2 KB a point and as much again for the index at
# most; nothing is simulated. Takes some minutes.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
points="${POINTS:-1000000}"
statistics="${STATISTICS:-100}"
at="$(mktemp -d)"
trap 'rm -rf "$at"' EXIT
export LC_ALL=C
TIMEFORMAT='%R %U'

# Wall and user time of a command in seconds.
seconds() {
  { time "$@" >"$at/out" 2>"$at/err"; } 2>&1 || { cat "$at/err" >&2; exit 1; }
}

"$lockstep" --version >/dev/null # builds it
(cd "$root" && mvn -o -B -q -ntp -Pquick -pl sim-sweep -am test-compile)
java -cp "$root/sim-sweep/target/test-classes:$root/sim-cli/target/lockstep/modules/*" \
  io.lockstep.sweep.store.SyntheticStore "$at/sweep" "$points" "$statistics"
echo "$points points with $statistics statistics each, $(du -sm "$at/sweep/results" | cut -f 1) MB of segments, $(nproc) processors."
echo
echo "| what | wall, s | user, s |"
echo "|---|---|---|"
row() {
  local what="$1"
  shift
  read -r wall user <<<"$(seconds "$@")"
  echo "| $what | $wall | $user |"
}
row 'take everything (first `status`)' "$lockstep" sweep status "$at/sweep"
row '`status`' "$lockstep" sweep status "$at/sweep"
row 'a query over one statistic, by device' "$lockstep" sweep query "$at/sweep" \
  'select device, avg("part3.figure033"), count(*) from points group by device'
row 'a query over five statistics, by device and parameter' "$lockstep" sweep query "$at/sweep" \
  'select device, "param.n", avg("part0.figure001"), max("part2.figure020"), min("part5.figure055"),
   sum("part7.figure077"), avg("part9.figure099") from points group by 1, 2'
row '`export --csv`' "$lockstep" sweep export "$at/sweep" --csv -o "$at/out.csv"
echo
echo "The index has $(du -sm "$at/sweep/index.sqlite" | cut -f 1) MB."
