#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Simulates suites in validation, all or those named, and writes them anew in docs/fidelity.md and the grades that pages
# show: some ten minutes on two cores, and twelve for nvidia-tensor. tools/fidelity.sh [SUITE…]
# What is simulated stays in target/fidelity, so that a run that was ended goes on from there.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
at="$root/target/fidelity"
mkdir -p "$at"
if [ $# -eq 0 ]; then set -- terascale tesla cdna nvidia nvidia-tensor; fi
for suite in "$@"; do
  code=0
  "$root/lockstep" validate "$root/validation/$suite.yaml" --results "$at/state" \
    --format json --output "$at/$suite.json" || code=$?
  # Missed rows are what the page is for; rows that could not be simulated stand in it.
  if [ ! -s "$at/$suite.json" ]; then exit "$code"; fi
done
results=("${@/#/$at/}")
results=("${results[@]/%/.json}")
"$root/validation/scores.py" "${results[@]}"
"$root/validation/fidelity.py" "$root/docs/fidelity.md" \
  "$root/sim-report/src/main/resources/io/lockstep/report/grade/grades.csv" "${results[@]}"
