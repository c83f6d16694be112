#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Computes a sweep in N parts with GNU parallel, on this machine or, with its --sshlogin, on several that share the folder.
#   parallel.sh SWEEP.yaml FOLDER N [OPTION…]     options go to parallel: --sshlogin 8/node1,8/node2, --jobs 4
# Started again it goes on where it was. LOCKSTEP names the program, if it is not on the PATH; on other machines it lies there, too.
set -u
lockstep="${LOCKSTEP:-lockstep}"
usage='usage: parallel.sh SWEEP.yaml FOLDER N [OPTION…]'
sweep="${1:?$usage}" folder="${2:?$usage}" parts="${3:?$usage}"
shift 3
command -v parallel >/dev/null || { echo "parallel.sh: GNU parallel is not installed" >&2; exit 2; }
[ -e "$folder/plan.json" ] || "$lockstep" sweep "$sweep" -o "$folder/" --on none || exit
folder="$(cd "$folder" && pwd)"
# Which points are done stands in the folder: codes of single parts say nothing that 'resume' does not say of all.
seq "$parts" | parallel --will-cite "$@" "$lockstep" sweep shard "{}/$parts" "$folder" --threads 1
exec "$lockstep" sweep resume "$folder" # nothing is missing; or what dead parts have left is computed here
