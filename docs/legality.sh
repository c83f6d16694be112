#!/usr/bin/env bash
# Prints which workloads run verified on which devices, and why the others are refused:
#   docs/legality.sh WORKLOAD.yaml… > docs/legality.md
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
[ $# -gt 0 ] || { echo "usage: docs/legality.sh WORKLOAD.yaml…" >&2; exit 2; }
for workload in "$@"; do
  "$lockstep" compare "$workload" --format json || [ $? -eq 5 ] # 5: everything was refused
done | awk '
  function value() { v = $0; sub(/^[^:]*: /, "", v); sub(/,$/, "", v); gsub(/^"|"$/, "", v); return v }
  /^      "workload" :/ { w = value(); if (!(w in row)) { row[w] = 1; rows[++nw] = w } }
  /^      "device" :/   { d = value(); if (!(d in col)) { col[d] = 1; cols[++nd] = d } }
  /^      "status" :/   { s = value() }
  /^      "verified" :/ { ok = value() }
  /^      "message" :/  {
    if (s == "ok" && ok == "true") { cell[w, d] = "✓"; yes[w]++; verified++ }
    else if (s == "refused") {
      m = value(); gsub(/\\"/, "\"", m); gsub(/[^ ]*\/kernels\//, "", m)
      key = w SUBSEP m
      if (!(key in note)) { note[key] = ++nn; text[nn] = w; why[nn] = m }
      cell[w, d] = note[key]; of[note[key]] = of[note[key]] (of[note[key]] == "" ? "" : ", ") d; refused++
    } else { cell[w, d] = "**" s "**"; other++ }
  }
  END {
    print "# Workloads and devices\n"
    print "Printed by `docs/legality.sh`: " nw " workloads on " nd " devices, " verified + 0 " verified, " \
      refused + 0 " refused, " other + 0 " neither. ✓: verified; a number: refused for the reason below.\n"
    line = "| workload | ✓"; rule = "|---|---"
    for (k = 1; k <= nd; k++) { line = line " | " cols[k]; rule = rule "|---" }
    print line " |"; print rule "|"
    for (r = 1; r <= nw; r++) {
      line = "| " rows[r] " | " yes[rows[r]] + 0
      for (k = 1; k <= nd; k++) line = line " | " cell[rows[r], cols[k]]
      print line " |"
    }
    print "\n| | workload | refused by | reason |\n|---|---|---|---|"
    for (n = 1; n <= nn; n++) print "| " n " | " text[n] " | " of[n] " | " why[n] " |"
  }'
