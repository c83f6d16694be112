#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints which workloads run verified on which devices, and why the others are refused:
#   tools/legality.sh WORKLOAD.yaml… > docs/legality.md
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
[ $# -gt 0 ] || { echo "usage: tools/legality.sh WORKLOAD.yaml…" >&2; exit 2; }
for workload in "$@"; do
  "$lockstep" compare "$workload" --device all --format json || [ $? -eq 5 ] # 5: everything was refused
done | awk '
  function value() { v = $0; sub(/^[^:]*: /, "", v); sub(/,$/, "", v); gsub(/^"|"$/, "", v); return v }
  /^      "workload" :/ { w = value(); if (!(w in row)) { row[w] = 1; rows[++nw] = w } }
  /^      "device" :/   { d = value(); if (!(d in col)) { col[d] = 1; cols[++nd] = d } }
  /^      "status" :/   { s = value() }
  /^      "verified" :/ { ok = value() }
  /^      "message" :/  {
    if (s == "ok" && ok == "true") { verified++ }
    else if (s == "refused") {
      m = value(); gsub(/\\"/, "\"", m); gsub(/[^ ]*\/kernels\//, "", m)
      # A message is: kernel NAME, FILE:LINE: REASON, or without a line. The page has a row for each reason.
      if (!match(m, /^kernel [^ ]* [^ ]*:[0-9]+(:[0-9]+)?: /)) match(m, /^kernel [^ ]*: /)
      at = w ": " substr(m, 8, RLENGTH - 9); m = substr(m, RLENGTH + 1)
      if (!(m in note)) { note[m] = ++nn; why[nn] = m }
      n = note[m]
      if (!((n, at) in seen)) { seen[n, at] = 1; of[n, at] = ""; places[n, ++np[n]] = at }
      of[n, at] = of[n, at] (of[n, at] == "" ? "" : ", ") d; refusals[w]++; refused++
    } else { print w ", " d ": " s > "/dev/stderr"; other++ }
  }
  END {
    print "# Workloads and devices\n"
    print "Printed by `tools/legality.sh`: " nw " workloads on " nd " devices, " verified + 0 " verified, " \
      refused + 0 " refused, " other + 0 " neither. What is not listed as refused is verified.\n"
    line = "Devices:"
    for (k = 1; k <= nd; k++) line = line (k == 1 ? " " : ", ") cols[k]
    print line ".\n"
    line = "Verified on all of them:"
    for (r = 1; r <= nw; r++) if (!(rows[r] in refusals)) line = line (c++ ? ", " : " ") rows[r]
    print line ".\n"
    print "| refused because the kernel | workload: kernel, place | by |\n|---|---|---|"
    for (n = 1; n <= nn; n++) {
      # places refused by the same devices share a row
      for (k = 1; k <= np[n]; k++) {
        who = of[n, places[n, k]]
        if ((n, who) in done) continue
        done[n, who] = 1; line = places[n, k]
        for (j = k + 1; j <= np[n]; j++) if (of[n, places[n, j]] == who) line = line "; " places[n, j]
        print "| " why[n] " | " line " | " who " |"
      }
    }
  }'
