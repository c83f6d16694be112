#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes models use other figures than their specifications declare, and specifications wrong, by a
# fifth (where whole sets, clocks or units forbid it, by the next possible step), as the table
# check-sabotage.csv says, and prints which check of `lockstep check` catches it; 1 where one does not:
#   tools/check-sabotage.sh [DEVICE…]
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
(cd "$root" && mvn -o -B -q -ntp -pl sim-cli -am -DskipTests package) >&2
modules=("$root"/sim-cli/target/lockstep/modules/*.jar)
path="$root/sim-judge/target/test-classes$(printf ':%s' "${modules[@]}")"
exec java -cp "$path" io.lockstep.judge.conformance.CheckSabotage "$root/tools/check-sabotage.csv" "$@"
