#!/usr/bin/env bash
# Changes one figure of a specification after another by a fifth and prints what fails then and did not
# before: docs/check-sabotage.sh DEVICE…
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
[ $# -gt 0 ] || { echo "usage: docs/check-sabotage.sh DEVICE…" >&2; exit 2; }
only=peak,rate,latency,bandwidth.l,bandwidth.m,bandwidth.dram,size,launch.first,transfer
changes=(
  'clock.compute=*0.8' 'clock.compute=*1.2' 'unit.count=*0.5' 'dram.bandwidth=*0.8' 'dram.bandwidth=*1.2'
  'l1.latency?=*1.2' 'l2.latency?=*1.2' 'mall.latency?=*1.2' 'l1.bandwidth?=*0.5' 'host.launch=*1.25'
)
failing() { # claims alone: what is declared changes with the figure
  "$lockstep" check "$@" --only "$only" --failed --format csv 2>&1 | grep -v ',declared: \|,"declared: \|^device,' |
    cut -d, -f1-5 || true
}
for device in "$@"; do
  before="$(failing "$device")"
  for change in "${changes[@]}"; do
    found="$(failing "$device" --set "$change" | grep -vxF "${before:-none}" | tr '\n' ';' || true)"
    echo "$device $change: ${found:-nothing fails}"
  done
done
