#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a sweep to its end, whatever happens in between, and leaves its table beside its folder.
#   sweep.sh SWEEP.yaml FOLDER [OPTION…]     options go to 'lockstep sweep': --workers processes, --on slurm
# Started again it goes on where it was. LOCKSTEP names the program, if it is not on the PATH.
set -u
lockstep="${LOCKSTEP:-lockstep}"
sweep="${1:?usage: sweep.sh SWEEP.yaml FOLDER [OPTION…]}" folder="${2:?usage: sweep.sh SWEEP.yaml FOLDER [OPTION…]}"
shift 2

for attempt in 1 2 3; do
  if [ -e "$folder/plan.json" ]; then
    "$lockstep" sweep resume "$folder" "$@"
  else
    "$lockstep" sweep "$sweep" -o "$folder/" "$@"
  fi
  code=$?
  case $code in
    137 | 143) echo "sweep.sh: killed (exit code $code); going on" >&2 ;; # out of memory, a batch system's limit
    *) break ;;
  esac
done
case $code in
  0) ;;
  1) # points that this machine made fail may do better the second time; the others fail again, and stay as they are
    "$lockstep" sweep resume "$folder" --retry "$@"
    code=$? ;;
  4) echo "sweep.sh: some results are wrong; the table says which" >&2 ;;
  5) echo "sweep.sh: no device takes what was asked for; the table says why" >&2 ;;
  6) echo "sweep.sh: make room on the disk, then start this again" >&2 ;;
  130) echo "sweep.sh: interrupted or cancelled; started again it goes on" >&2 ;;
  *) echo "sweep.sh: given up with exit code $code" >&2 ;;
esac
case $code in
  0 | 1 | 4 | 5) "$lockstep" sweep export "$folder" --csv -o "${folder%/}.csv" || code=$? ;;
esac
exit "$code"
