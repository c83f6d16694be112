#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints how many methods of sim-run and sim-study, in how many classes, one SharedProgram.run enters, for
# examples/vecadd.yaml with n = 256 on hd5870:
#   tools/methods-entered.sh [HOME]     HOME: a built distribution (default: this tree's)
# Counted are distinct methods and constructors that are entered between the call and its return, on
# any thread; neither static initialisers, bridges nor the JVM's classes of lambdas. A return is a
# method, at its first entry, of a class that was left before.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
home="${1:-$root/sim-cli/target/lockstep}"
java=(-p "$home/modules" --add-modules ALL-MODULE-PATH
  --add-exports io.lockstep.run/io.lockstep.run.program=ALL-UNNAMED)
exec java "${java[@]}" "$root/tools/MethodsEntered.java" count io.lockstep.run.program.SharedProgram.run \
  'io.lockstep.run.*,io.lockstep.study.*' 'none.*' "${java[*]}" \
  "$root/tools/MethodsEntered.java run $root/examples/vecadd.yaml hd5870"
