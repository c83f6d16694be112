#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The show of docs/sweep-cluster.md: 400 points in 8 shards on a real Slurm of three nodes on this machine. A node loses its power
# and the controller is restarted in mid-run; in the end there are 400 rows of 400, the same bytes as of a run without any of it.
# Needs root and the Debian packages slurmctld slurmd slurm-client munge. Two minutes on two processors.
#
#   tools/sweep-slurm.sh [FOLDER]     everything is written to FOLDER (default: a new one, which goes again)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lockstep="$PWD/sim-cli/target/lockstep/bin/lockstep"
[ -x "$lockstep" ] || ./lockstep --version >/dev/null
folder="${1:-}"
cluster="$(mktemp -d /tmp/slurm.XXXXXX)" && rmdir "$cluster" # short: it holds a socket
driver=''
tidy() {
  [ -z "$driver" ] || kill "$driver" 2>/dev/null || true
  [ ! -e "$cluster/pids" ] || tools/slurm-local.sh stop "$cluster"
  rm -rf "$cluster"
  [ -n "${1:-}" ] || rm -rf "$folder"
}
if [ -n "$folder" ]; then
  mkdir -p "$folder" && folder="$(cd "$folder" && pwd)" && trap 'tidy keep' EXIT
else
  folder="$(mktemp -d)" && trap tidy EXIT
fi
cat >"$folder/sweep.yaml" <<YAML
workloads: [$PWD/examples/matmul.yaml, $PWD/examples/transpose.yaml]
devices: [hd5870, hd6970, gtx280, mi210, mi300a]
parameters: {n: [32, 64, 96, 128]}
set: {dispatch.window: [1, 2], dispatch.latency: ["*1", "*2", "*3", "*4", "*5"]}
YAML
say() { printf '%5.1f s  %s\n' "$(($(date +%s%N) / 1000000 - start))e-3" "$*"; }
done_now() { "$lockstep" sweep status "$folder/slurm" --format json | sed -n 's/.*"done" *: *\([0-9]*\).*/\1/p' | head -n 1; }
until_done() {
  local n
  while n="$(done_now 2>/dev/null)" || true; [ "${n:-0}" -lt "$1" ] && kill -0 "$driver"; do sleep 1; done
  say "${n:-0} points done"
}
start=$(($(date +%s%N) / 1000000))
rm -rf "$folder/local" "$folder/slurm"

say "a run without a cluster"
"$lockstep" sweep "$folder/sweep.yaml" -o "$folder/local/"
say "a cluster of three nodes"
tools/slurm-local.sh start "$cluster" 3 2
export SLURM_CONF="$cluster/slurm.conf"
"$lockstep" sweep "$folder/sweep.yaml" -o "$folder/slurm/" --on slurm --tasks 8 2>"$folder/driver.err" &
driver=$!
until_done 60
tools/slurm-local.sh kill-node "$cluster" n2
until_done 200
tools/slurm-local.sh restart-controller "$cluster"
say "$(squeue -h -r | wc -l) tasks are known to it"
status=0
wait "$driver" || status=$?
driver=''
say "the driver has ended with exit code $status; it said:"
sed 's/^/         /' "$folder/driver.err"
for one in local slurm; do
  "$lockstep" sweep export "$folder/$one" --csv >"$folder/$one.csv"
done
cmp "$folder/local.csv" "$folder/slurm.csv"
say "$(($(wc -l <"$folder/slurm.csv") - 1)) rows; both exports are the same bytes: $(sha256sum <"$folder/slurm.csv" | cut -c 1-16)"
