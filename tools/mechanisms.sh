#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Simulates rows of the suites without and with each mechanism of validation/mechanisms.csv and writes docs/mechanisms.md.
# What tools/fidelity.sh simulated is not simulated again; what is simulated stays in target/mechanisms.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
at="$root/target/mechanisms"
list="$root/validation/mechanisms.csv"
mkdir -p "$at" "$root/target/fidelity/state"
"$root/validation/mechanisms.py" plan "$list" > "$at/plan.tsv"
while IFS=$'\t' read -r -a words; do
  settings=()
  for setting in "${words[@]:3}"; do settings+=(--set "$setting"); done
  code=0
  "$root/lockstep" validate "$root/validation/${words[1]}.yaml" --only "${words[2]}" "${settings[@]}" \
    --results "$root/target/fidelity/state" --format json --output "$at/${words[0]}" < /dev/null || code=$?
  # A missed row is no error; a run without a result is.
  if [ ! -s "$at/${words[0]}" ]; then exit "$code"; fi
done < "$at/plan.tsv"
"$root/validation/mechanisms.py" page "$list" "$at" > "$at/mechanisms.md"
mv "$at/mechanisms.md" "$root/docs/mechanisms.md"
