#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints a digest of what each device's compiler makes of each kernel (code, registers, spills,
# origins), to compare two states of the tree; --text prints the code itself:
#   tools/machine-code.sh [--text] [--device ID,…] FILE|FOLDER… > now.txt
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
(cd "$root" && mvn -o -B -q -ntp -Pquick -pl sim-cli -am -DskipTests package) >&2
exec java -Xmx3g -p "$root/sim-cli/target/lockstep/modules" \
  --patch-module io.lockstep.cli="$root/sim-cli/target/test-classes" \
  -m io.lockstep.cli/io.lockstep.cli.MachineCode "$@"
