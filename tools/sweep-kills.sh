#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Harms sweeps at random moments, goes on with them, and compares what they export with one that was
# left alone: tools/sweep-kills.sh [HARMS] [SEED]. Kills drivers, workers and who makes the index with
# SIGKILL, ends drivers with SIGTERM, flips bits of segments, cuts and copies them, and fills the
# disk, where this is root's (a tmpfs of its own; elsewhere it says that it leaves that out).
# Exits with 0 where all sweeps have the same bytes. LOCKSTEP names another command than ./lockstep.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lockstep="${LOCKSTEP:-$root/sim-cli/target/lockstep/bin/lockstep}"
[ -x "$lockstep" ] || { "$root/lockstep" --version >/dev/null; }
harms="${1:-100}" seed="${2:-1}"
RANDOM="$seed"
work="$(mktemp -d)" disk=''
clean() {
  [ -z "${pid:-}" ] || kill -9 "$pid" 2>/dev/null || true
  [ -z "$disk" ] || umount -l "$disk" 2>/dev/null || true
  rm -rf "$work"
}
trap clean EXIT
if [ "$(id -u)" = 0 ] && mkdir "$work/disk" && mount -t tmpfs -o size=48m lockstep "$work/disk" 2>/dev/null; then
  disk="$work/disk"
else
  echo "no tmpfs can be mounted here: the full disk is left out"
  mkdir -p "$work/disk"
fi

factors="$(for i in $(seq 0 24); do printf "'*%de-3', " $((1000 - 3 * i)); done)"
cat >"$work/s.yaml" <<YAML
workloads: ['$root/examples/vecadd.yaml', '$root/examples/matmul.yaml']
devices: [hd5870, hd6970, gtx280, mi100]
parameters: {'n?': [32]}
set: {'dram.bandwidth?': [${factors%, }]}
YAML
sweep="$work/disk/sweep"
quietly() { "$lockstep" sweep "$@" >>"$work/said" 2>&1; }
quietly "$work/s.yaml" -o "$work/alone/" || { cat "$work/said"; exit 1; }
"$lockstep" sweep export "$work/alone" --csv >"$work/alone.csv"
points=$(($(wc -l <"$work/alone.csv") - 1))
echo "$points points; $harms harms with seed $seed"

start() { # in the background, as $pid
  "$lockstep" sweep "$@" >>"$work/said" 2>&1 &
  pid=$!
}
segments() { find "$sweep/results" -name '*.seg' 2>/dev/null | wc -l; }
moment() { # mostly when rows come, sometimes before
  local before="$1" tries=0
  if [ $((RANDOM % 4)) != 0 ]; then
    while [ "$(segments)" -le "$before" ] && kill -0 "$pid" 2>/dev/null && [ $((tries++)) -lt 600 ]; do
      sleep 0.1
    done
  fi
  sleep "$((RANDOM % 2)).$(printf %03d $((RANDOM % 1000)))"
}
end() { # with a signal, if it is still there; whether it was
  local there=1
  kill "-$1" "$pid" 2>/dev/null || there=0
  wait "$pid" 2>/dev/null || true
  pid=''
  [ "$there" = 1 ]
}
segment() { # any one, or nothing
  local all=("$sweep"/results/*.seg)
  [ -e "${all[0]}" ] || return 1
  echo "${all[$((RANDOM % ${#all[@]}))]}"
}
place() { echo $(((RANDOM * 32768 + RANDOM) % $1)); } # of a byte
run() { # a driver of one kind or the other
  local how=threads
  [ $((RANDOM % 2)) = 0 ] || how=processes
  if [ -e "$sweep/plan.json" ]; then
    start resume "$sweep" --workers "$how"
  else
    start "$work/s.yaml" -o "$sweep/" --workers "$how"
  fi
}

harm() { # one of them; fails where it has hit nothing
  local file size at old before
  case $1 in
    driver)
      before="$(segments)"
      run && moment "$before" && end KILL ;;
    term)
      before="$(segments)"
      run && moment "$before" && end TERM ;;
    worker)
      before="$(segments)"
      start resume "$sweep" --workers processes
      moment "$before"
      local worker
      worker="$(pgrep -P "$pid" | head -n 1)" && kill -9 "$worker" 2>/dev/null || { end TERM || true; return 1; }
      sleep 0.5
      end TERM || true ;;
    index)
      rm -f "$sweep"/index.sqlite*
      start status "$sweep"
      sleep "0.$(printf %03d $((RANDOM % 1000)))"
      end KILL ;;
    flip)
      file="$(segment)" && size="$(stat -c %s "$file")" && [ "$size" -gt 0 ] || return 1
      at="$(place "$size")"
      old="$(od -An -tu1 -j "$at" -N 1 "$file")"
      printf "\\x$(printf %x $((old ^ (1 << (RANDOM % 8)))))" |
        dd of="$file" bs=1 seek="$at" conv=notrunc status=none ;;
    cut)
      file="$(segment)" && size="$(stat -c %s "$file")" && [ "$size" -gt 0 ] || return 1
      truncate -s "$(place "$size")" "$file" ;;
    copy) file="$(segment)" && cp "$file" "$sweep/results/copy-$RANDOM-$RANDOM.seg" ;;
    disk)
      [ -n "$disk" ] || return 1
      local free code=0
      free="$(df -B1 --output=avail "$disk" | tail -n 1)"
      [ "$free" -gt 70000 ] || return 1
      head -c $((free - RANDOM)) /dev/zero >"$disk/filler" 2>/dev/null || true
      run
      wait "$pid" || code=$?
      pid=''
      rm -f "$disk/filler"
      full=$((full + (code == 6)))
      case $code in 0 | 1 | 6) ;; *) echo "the full disk: exit $code"; return 2 ;; esac ;;
  esac
}

kinds=(driver driver worker worker term index flip cut copy disk)
done=0 sweeps=0 same=0 full=0
while [ "$done" -lt "$harms" ]; do
  rm -rf "$sweep"
  run
  moment 0
  end KILL || true
  [ -e "$sweep/plan.json" ] || continue # killed before there was one
  done=$((done + 1))
  for _ in $(seq $((3 + RANDOM % 5))); do
    kind="${kinds[$((RANDOM % ${#kinds[@]}))]}"
    if harm "$kind"; then
      done=$((done + 1))
      echo "$kind" >>"$work/kinds"
    fi
  done
  sweeps=$((sweeps + 1))
  code=0
  quietly resume "$sweep" --retry || code=$?
  quietly status "$sweep" || true
  "$lockstep" sweep export "$sweep" --csv >"$work/this.csv" 2>>"$work/said" || code=$?
  if [ "$code" = 0 ] && cmp -s "$work/alone.csv" "$work/this.csv"; then
    same=$((same + 1))
  else
    echo "sweep $sweeps, exit $code: not the same bytes; $(sort "$work/kinds" | uniq -c | tr '\n' ' ')"
    cp -r "$sweep" "/tmp/sweep-kills-$seed-$sweeps" && cp "$work/this.csv" "/tmp/sweep-kills-$seed-$sweeps/export.csv"
    tail -n 5 "$work/said"
  fi
done
sort "$work/kinds" | uniq -c | sed 's/^/ /'
echo "$done harms in $sweeps sweeps: $same of $sweeps with the same bytes; the disk was full $full times"
[ "$same" = "$sweeps" ]
