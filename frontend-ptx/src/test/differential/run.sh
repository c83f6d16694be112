#!/usr/bin/env bash
# run.sh FOLDER FIRST_SEED COUNT: random programs through pocl and through this simulator.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../../../.." && pwd)"
[ $# -eq 3 ] || { echo "usage: run.sh FOLDER FIRST_SEED COUNT" >&2; exit 2; }
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
exec java -XX:+UseSerialGC -cp "$classes:$root/sim-trace/target/classes:$yaml" \
  io.lockstep.frontend.ptx.fuzz.DifferentialFuzz \
  "$folder" "$folder/oclrun" clang-19 "$library" "$2" "$3"
