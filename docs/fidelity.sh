#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Simulates the suites in validation and writes docs/fidelity.md, and the grades that pages show: some ten minutes on two cores.
# What is simulated stays in target/fidelity, so that a run that was ended goes on from there.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
at="$root/target/fidelity"
mkdir -p "$at"
for suite in terascale tesla cdna nvidia; do
  code=0
  "$root/lockstep" validate "$root/validation/$suite.yaml" --results "$at/state" \
    --format json --output "$at/$suite.json" || code=$?
  # Missed rows are what the page is for; rows that could not be simulated stand in it.
  if [ ! -s "$at/$suite.json" ]; then exit "$code"; fi
done
"$root/validation/scores.py" "$at"/{terascale,tesla,cdna,nvidia}.json
"$root/validation/fidelity.py" --grades "$at/grades.csv" "$at"/{terascale,tesla,cdna,nvidia}.json > "$at/fidelity.md"
mv "$at/fidelity.md" "$root/docs/fidelity.md"
mv "$at/grades.csv" "$root/sim-report/src/main/resources/io/lockstep/report/compare/grades.csv"
