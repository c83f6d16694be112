#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh FOLDER [FIRST_SEED [COUNT [JOBS]]]: random programs through pocl and through this simulator.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../../../.." && pwd)"
[ $# -ge 1 ] && [ $# -le 4 ] || {
  echo "usage: run.sh FOLDER [FIRST_SEED [COUNT [JOBS]]] (default: 50001 520 1)" >&2
  exit 2
}
first="${2:-50001}"
count="${3:-520}"
jobs="${4:-1}"
for number in "$first" "$count" "$jobs"; do
  [[ "$number" =~ ^[0-9]+$ ]] && [ "$number" -gt 0 ] || {
    echo "run.sh: expected a number above 0, found '$number'" >&2
    exit 2
  }
done
mkdir -p "$1"
folder="$(cd "$1" && pwd)"
for tool in clang-19 gcc mvn java; do
  command -v "$tool" >/dev/null || { echo "run.sh: $tool is missing; see README.md" >&2; exit 1; }
done
library=/usr/lib/clc/nvptx64--nvidiacl.bc
[ -e "$library" ] || { echo "run.sh: $library is missing: install libclc-19" >&2; exit 1; }
gcc -O1 -Wall "$here/oclrun.c" -lOpenCL -o "$folder/oclrun"
(cd "$root" && mvn -q -B -pl frontend-ptx -am test-compile)
yaml="$(find ~/.m2 -name 'snakeyaml-engine-*.jar' | sort | tail -1)"
export POCL_CACHE_DIR="$folder/cache"
mkdir -p "$POCL_CACHE_DIR"
classes="$root/frontend-ptx/target/test-classes:$root/frontend-ptx/target/classes"
for module in io kernel trace execute workload; do
  classes="$classes:$root/sim-$module/target/classes"
done
classes="$classes:$yaml"

# Each job takes a range of its own; what it prints is shown when all are done.
running=()
trap '[ ${#running[@]} -eq 0 ] || kill "${running[@]}" 2>/dev/null || true' EXIT
for ((job = 0; job < jobs; job++)); do
  from=$((first + count * job / jobs))
  to=$((first + count * (job + 1) / jobs))
  [ "$to" -gt "$from" ] || continue
  java -XX:+UseSerialGC -cp "$classes" io.lockstep.frontend.ptx.fuzz.DifferentialFuzz \
    "$folder" "$folder/oclrun" clang-19 "$library" "$from" $((to - from)) \
    > "$folder/log.$job" 2>&1 &
  running+=($!)
done
status=0
for process in "${running[@]}"; do
  wait "$process" || status=1
done
running=()
for ((job = 0; job < jobs; job++)); do
  [ ! -e "$folder/log.$job" ] || cat "$folder/log.$job"
done
exit "$status"
