#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sets every figure of every device to its bounds, to their neighbours and to neighbours of what the
# device has, one at a time, and runs small workloads: each gives a result, or a refusal that names
# what was set; anything else is listed and the script fails. `mvn verify` does one device a schema.
#   tools/figures-at-bounds.sh [DEVICES [WORKLOADS]]    comma-separated; all and four by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mvn -o -B -q -ntp -pl sim-run -am -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.heap=6g \
  -Dtest=FiguresAtBoundsTest -Dfigures.devices="${1:-all}" \
  -Dfigures.workloads="${2:-matmul,histogram,spmv,privptr_32}" test
echo "every figure gave a result or a refusal"
