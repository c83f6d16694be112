# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What every launcher does before it starts Java; sourced, with $name set to the launcher's name.

# A descriptor that is closed would be given to the first file that Java opens. These fail instead:
# what is written to standard output is then an error of its own.
{ : 9<&0; } 2>/dev/null || exec 0</dev/null
{ : 9>&1; } 2>/dev/null || exec 1</dev/null
{ : 9>&2; } 2>/dev/null || exec 2>/dev/null

# Java takes the encoding of file names from the locale: in an ASCII one, or one that this machine
# does not have, files in folders like "Größe" are not found.
{
  case "$(locale charmap)" in
    ANSI_X3.4-1968 | US-ASCII | 646 | ASCII)
      for utf8 in C.UTF-8 C.utf8 en_US.UTF-8; do
        if [ "$(LC_ALL=$utf8 locale charmap)" = UTF-8 ]; then
          export LC_ALL=$utf8
          break
        fi
      done ;;
  esac
} 2>/dev/null

# Says what is wrong and ends.
fail() {
  echo "$name: $*" >&2
  exit 1
}

# Sets $java, its folder $jdk, $java_version and $java_major; ends where there is none or one that is
# too old. Given the folder of a Java, takes that one.
find_java() {
  local from version major
  if [ -n "${1:-}" ]; then
    java="$1/bin/java"
    from="the Java of this image"
    [ -x "$java" ] || fail "$java is missing or cannot be executed"
  elif [ -n "${JAVA_HOME:-}" ]; then
    java="$JAVA_HOME/bin/java"
    from="JAVA_HOME ($JAVA_HOME)"
    [ -x "$java" ] || fail "$from has no bin/java; it should name a JDK, 17 or newer"
  else
    java="$(command -v java)" || fail "no Java found; install a JDK 17 or newer, or set JAVA_HOME"
    from="the java on the PATH ($java)"
  fi
  local real
  real="$(readlink -f "$java" 2>/dev/null || echo "$java")"
  if [ -r "${real%/bin/java}/release" ]; then # no need to start it
    version=''
    local line
    while IFS= read -r line || [ -n "$line" ]; do
      case "$line" in
        'JAVA_VERSION="'*'"') line="${line#*\"}" version="${line%\"}" ;;
      esac
    done <"${real%/bin/java}/release"
  else
    version="$("$java" -version 2>&1 | sed -n 's/^[a-z]* version "\([^"]*\)".*/\1/p' | head -n 1)"
  fi
  major="${version#1.}" # 1.8.0 was Java 8
  major="${major%%[!0-9]*}"
  if [ -n "$major" ] && [ "$major" -lt 17 ]; then
    fail "$from is Java $version; Lockstep needs 17 or newer"
  fi
  jdk="${real%/bin/java}" java_version="$version" java_major="${major:-0}"
}

# Bytes of a size as Java writes it (512m), or nothing.
bytes() {
  local number="${1%[kKmMgGtT]}" unit="${1##*[0-9]}" shift=0
  case "$unit" in k | K) shift=10 ;; m | M) shift=20 ;; g | G) shift=30 ;; t | T) shift=40 ;; esac
  case "$number" in '' | *[!0-9]* | ????????????*) ;; *) echo $((number << shift)) ;; esac
}

# Sets $heap: how the heap is collected, as far as nobody says otherwise. Two collectors, or a start
# beyond the most, would keep Java from starting. Given a command that simulates on all processors, of
# which each simulation lets go of its caches: there a heap that is kept small is collected so often,
# on one thread while all wait, that a tenth of the time goes there. Where kernels are executed on all
# processors first, records live as long as a few milliseconds of execution: in a small heap they pass
# into the old generation, whose collections took a fifth of the processor time of many launches.
choose_heap() {
  local option most='' given
  given="${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} ${LOCKSTEP_OPTS:-} ${_JAVA_OPTIONS:-}"
  local collector=-XX:+UseSerialGC start=-Xms64m young=-XX:MaxNewSize=64m
  local free=(-XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=30)
  case "${1:-}" in
    sweep | validate | check | explain | whatif | sensitivity)
      collector=-XX:+UseParallelGC start=-Xms256m young=''
      free=(-XX:MinHeapFreeRatio=40 -XX:MaxHeapFreeRatio=70) ;;
    *)
      case " $* " in
        ' record '* | *' -- '*)
          start=-Xms256m young=-Xmn128m
          free=(-XX:MinHeapFreeRatio=40 -XX:MaxHeapFreeRatio=70) ;;
      esac ;;
  esac
  set -f
  for option in $given; do
    case "$option" in
      -XX:+Use*GC)
        case "$option" in
          *Serial* | *Parallel* | *G1* | *ZGC | *Shenandoah* | *Epsilon*) collector='' young='' ;;
        esac ;;
      -Xmx*) most="$(bytes "${option#-Xmx}")" ;;
      -XX:MaxHeapSize=*) most="$(bytes "${option#*=}")" ;;
      -Xmn* | -XX:NewSize=* | -XX:MaxNewSize=* | -XX:NewRatio=*) young='' ;;
      -Xms* | -XX:InitialHeapSize=*) start='' young="${young##-Xmn*}" ;;
    esac
  done
  set +f
  [ -z "$most" ] || [ "$most" -ge $((256 << 20)) ] || [ "$start" != -Xms256m ] || start=-Xms64m
  [ -z "$most" ] || [ "$most" -ge $((64 << 20)) ] || start=''
  [ -z "$most" ] || [ "$most" -ge $((256 << 20)) ] || young=''
  heap=($collector $start $young "${free[@]}")
}
