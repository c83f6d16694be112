# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Builds one module and what it needs, where nothing is built yet or sources have changed; sourced by
# the launchers beside pom.xml, with $root and $name set.

. "$root/sim-cli/src/main/dist/lib/java.sh"

# build MODULE PRODUCT: PRODUCT is a folder that is there when MODULE is built.
build() {
  module="$1"
  product="$root/$module/target/$2"
  stamp="$product.built"
  marker="$root/.lockstep-building-$module" # there while it is built: an interrupted build leaves it
  log="$root/.lockstep-build.log"
  is_stale || return 0
  if ! can_write; then
    older_or "$root cannot be written"
    return 0
  fi
  if ! command -v mvn >/dev/null; then
    older_or "Maven (mvn) is not on the PATH"
    return 0
  fi
  lock
  if is_stale; then # else another call has built it meanwhile
    find_java
    run_maven
  fi
  unlock
}

# A copied tree has new times, a branch that was left and taken again, too: contents decide.
is_stale() {
  [ -e "$stamp" ] && [ -d "$product" ] || return 0
  [ -n "$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main -newer "$stamp" -print -quit 2>/dev/null)" ] || return 1
  [ -s "$stamp" ] && [ "$(cat "$stamp")" = "$(contents)" ] || return 0
  touch "$stamp" 2>/dev/null || true # the next call need not read all
  return 1
}

# One number for the names and contents of all sources.
contents() {
  local sum=cksum
  ! command -v shasum >/dev/null || sum='shasum -a 256'
  ! command -v sha256sum >/dev/null || sum=sha256sum
  (cd "$root" && find pom.xml ./*/pom.xml ./*/src/main -type f 2>/dev/null | LC_ALL=C sort | tr '\n' '\0' | xargs -0 $sum | $sum) 2>/dev/null
}

can_write() {
  local folder
  for folder in "$root" "$root/$module" "$root/$module/target"; do
    [ ! -e "$folder" ] || [ -w "$folder" ] || return 1
  done
}

# Runs what is there although sources are newer, and says so once; fails where nothing is there.
older_or() {
  [ -e "$stamp" ] && [ -d "$product" ] || fail "nothing is built yet, and $1"
  echo "$name: warning: sources are newer than the build, but $1: running the older build" >&2
}

# One build at a time. The lock goes with the last process that holds it, Maven included.
lock() {
  exec 9>>"$root/.lockstep-lock"
  if command -v flock >/dev/null; then
    flock -n 9 || { waiting "another call is building"; flock 9; }
  else
    until mkdir "$root/.lockstep-lock.d" 2>/dev/null; do
      if ! kill -0 "$(cat "$root/.lockstep-lock.d/pid" 2>/dev/null)" 2>/dev/null; then
        sleep 1 # it may not have said yet who it is
        kill -0 "$(cat "$root/.lockstep-lock.d/pid" 2>/dev/null)" 2>/dev/null || rm -rf "$root/.lockstep-lock.d"
      else
        waiting "another call is building"
        sleep 1
      fi
    done
    trap 'rm -rf "$root/.lockstep-lock.d"' EXIT
    echo $$ >"$root/.lockstep-lock.d/pid"
  fi
  # Maven that somebody has started here, but not one that is running this.
  if [ -z "${MAVEN_CMD_LINE_ARGS:-}" ] && command -v pgrep >/dev/null; then
    while pgrep -f -- "-Dmaven.multiModuleProjectDirectory=$root " >/dev/null 2>&1; do
      waiting "Maven is at work in $root"
      sleep 1
    done
  fi
}

unlock() {
  rm -rf "$root/.lockstep-lock.d"
  trap - EXIT
  exec 9>&-
}

waiting() {
  [ -n "${waited:-}" ] || echo "$name: $1; waiting for its end …" >&2
  waited=1
}

run_maven() {
  local why='nothing is built yet' clean='' status=0 started=$SECONDS
  [ ! -e "$stamp" ] || why='sources are newer than the last build'
  if [ -e "$marker" ]; then # jars may be cut, which Maven would not notice
    why='the last build was interrupted'
    clean=clean
  fi
  echo "$name: $why; building (mvn -Dmaven.test.skip -pl $module -am package) …" >&2
  contents >"$marker"
  : >"$log" # progress may read it before Maven has opened it
  (cd "$root" && exec mvn -B -Dstyle.color=never -Dmaven.test.skip -pl "$module" -am $clean package) >"$log" 2>&1 </dev/null &
  maven=$!
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM
  show_progress
  wait "$maven" || status=$?
  trap - INT TERM
  if [ "$status" -ne 0 ]; then
    errors >&2 || true
    [ "$status" -gt 128 ] || rm -f "$marker"
    [ ! -d "$product" ] || echo "$name: the older build is not run: it is not what the sources say" >&2
    fail "the build failed; all that Maven said: $log"
  fi
  mv "$marker" "$stamp" # dated from before the build: an edit meanwhile is newer
  echo "$name: built in $((SECONDS - started)) s" >&2
}

# What Maven said was wrong, without its advice and without control sequences.
errors() {
  sed -n $'s/\x1b\\[[0-9;]*[A-Za-z]//g; /^\\[ERROR\\] /p' "$log" |
    sed '/\[Help 1\]/d; /Re-run Maven/d; /^.ERROR. *$/d; /For more information/d; /To see the full stack/d; /After correcting/d; /mvn <args>/d' |
    head -n 20
}

# Modules begun of all, the one at work, the time: one line that Maven's log keeps up to date; none
# where standard error is not a terminal.
show_progress() {
  [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] || return 0
  local at=''
  while kill -0 "$maven" 2>/dev/null; do
    # [INFO] Building sim-core 0.1.0                [2/15]
    at="$(sed -n 's/^.*\[INFO\] Building \([^ ]*\) .*\[\([0-9]*\)\/\([0-9]*\)\]$/module \2 of \3: \1, /p' "$log" | tail -n 1)"
    case "$(tail -n 1 "$log")" in *'Downloading from'*) at="${at}fetching what it needs, " ;; esac
    printf '\r\033[K%s: building, %s%d s' "$name" "$at" $((SECONDS - started)) >&2
    sleep 0.3
  done
  printf '\r\033[K' >&2
}

interrupted() {
  trap '' INT TERM
  kill -TERM "$maven" 2>/dev/null || true
  wait "$maven" 2>/dev/null || true
  [ ! -t 2 ] || printf '\r\033[K' >&2
  echo "$name: the build was interrupted; the next call builds anew" >&2
  exit "$1"
}
