#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints how far kernel times depend on the moment of launch, four kernels on all devices or those named:
#   tools/noise.sh [DEVICE,…]      PHASES=8 tools/noise.sh mi300a      LOCKSTEP=/another/lockstep tools/noise.sh
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
phases="${PHASES:-32}"
only=(-d all)
[ $# -gt 0 ] && only=(-d "$1")
{
  "$lockstep" compare "$root/examples/matmul.yaml" -p n=256 "${only[@]}" --phases "$phases" --format json || [ $? -eq 5 ]
  "$lockstep" compare "$root/examples/transpose.yaml" -p n=512 "${only[@]}" --phases "$phases" --format json || [ $? -eq 5 ]
  "$lockstep" compare "$root/examples/nbody.yaml" -p n=2048 "${only[@]}" --phases "$phases" --format json || [ $? -eq 5 ]
  "$lockstep" compare "$root/examples/spmv.yaml" -p rows=16384 "${only[@]}" --phases "$phases" --format json || [ $? -eq 5 ]
} | awk -v phases="$phases" '
  function value() { v = $0; sub(/^[^:]*: /, "", v); sub(/,$/, "", v); gsub(/^"|"$/, "", v); return v }
  /^      "workload" :/ { w = value(); if (!(w in row)) { row[w] = 1; works[++nw] = w } }
  /^      "device" :/ { d = value(); if (!(d in col)) { col[d] = 1; devices[++nd] = d } }
  /"phases.kernels.deviation" :/ { sd[w, d] = value() }
  /"phases.kernels.interval" :/ { interval[w, d] = value() }
  /"phases.kernels.least" :/ { least[w, d] = value() }
  /"phases.kernels.mean" :/ { mean[w, d] = value() }
  /"phases.kernels.most" :/ { most[w, d] = value() }
  END {
    print "Mean kernel time in µs over " phases " launch phases, ± half of its 95 % interval (standard deviation; longest less shortest), in % of the mean.\n"
    line = "| device"; rule = "|---"
    for (i = 1; i <= nw; i++) { line = line " | " works[i]; rule = rule "|---" }
    print line " |"; print rule "|"
    for (k = 1; k <= nd; k++) {
      d = devices[k]; line = "| " d
      for (i = 1; i <= nw; i++) {
        w = works[i]; m = mean[w, d]
        line = line " | " (m > 0 ? sprintf("%.2f ± %.2f (%.2f; %.1f)", m / 1e6, 100 * interval[w, d] / m, \
          100 * sd[w, d] / m, 100 * (most[w, d] - least[w, d]) / m) : "refused")
      }
      print line " |"
    }
  }'
