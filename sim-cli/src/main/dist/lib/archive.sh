# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A class archive of the own classes, so that Java need not read and check them at every start. The
# first run on a JDK lets one be made in the background; later ones use it. Sourced by bin/lockstep
# after java.sh, with $home set; run as `bash archive.sh make …` by itself.
#
# An archive is named lockstep-VERSION-JDK-KEY-SUM-SIZE: JDK hashes the JDK's folder, KEY what it was
# made from (JDK, place, dates and bytes of the modules), SUM and SIZE are the file's own cksum, so
# that one rename makes it valid and a cut one, which would crash Java, is never given to it.
# LOCKSTEP_ARCHIVE=off: neither used nor made.

# Sets $code, the files with the modules, and $modules, Java's options to find them. An image has
# both modules and Java in its folder runtime.
find_code() {
  if [ -d "$home/runtime" ]; then
    code=("$home/runtime/lib/modules") modules=()
  else
    code=("$home"/modules/*.jar) modules=(-p "$home/modules" --add-modules ALL-MODULE-PATH)
  fi
}

# Sets $archive: Java's options for it, or none. Never says anything, never fails.
choose_archive() {
  archive=()
  [ "${LOCKSTEP_ARCHIVE:-}" != off ] && [ -e "${code[0]}" ] || return 0
  case " ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} ${LOCKSTEP_OPTS:-} ${_JAVA_OPTIONS:-}" in
    *-Xshare* | *SharedArchive* | *ArchiveClasses* | *LoadedClassList* | *AOT* | *' @'*) return 0 ;;
  esac
  local key folder file name failed sum
  key="$(archive_key 2>/dev/null)" || return 0
  name="lockstep-${java_version//[!A-Za-z0-9._+]/_}-$key"
  for folder in "$home/archive" ''; do
    [ -n "$folder" ] || folder="$(archive_cache)" # asked for where it is needed: it takes time
    [ -n "$folder" ] || continue
    for file in "$folder/$name"-*-*; do
      [ -f "$file" ] && [ -r "$file" ] || continue
      sum="${file%-*}" # what cksum says of a whole one, by its name
      if [ "$(cksum 2>/dev/null <"$file")" = "${sum##*-} ${file##*-}" ]; then
        archive_options "$file"
        return 0
      fi
      rm -f "$file" 2>/dev/null || true # cut or damaged: the next is made anew
    done
  done
  for folder in "$home/archive" "$(archive_cache)"; do
    [ -n "$folder" ] || continue
    failed="$folder/.failed-$name" # once a day is enough: a disk that was full need not stay so
    [ ! -e "$failed" ] || [ -n "$(find "$failed" -mmin +1440 2>/dev/null || true)" ] || return 0
    if mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ]; then
      archive_start "$folder" "$name"
      return 0
    fi
  done
}

# The JDK's folder, and what an archive of it is valid for. Java itself looks at the jars' dates (to
# the second) and sizes only, and jars of a reproducible build may have the old ones.
archive_key() {
  local of sum
  of="$(cksum <<<"$jdk")" || return 1
  sum="$({
    export LC_ALL=C TZ=UTC0 # one order and one form, whoever runs it
    echo "$home" "$jdk" "$java_version"
    archive_dates "${code[@]}"
    if [ -r "$jdk/release" ]; then
      cksum "$jdk/release" "${code[@]}" # not their bytes through a pipe: that takes longer
    else
      cksum "${code[@]}"
    fi
  } | cksum)" || return 1
  echo "${of%% *}-${sum/ /.}"
}

# Names, sizes and dates of files, these to the second where ls can say so.
archive_dates() {
  ls -ln --time-style=+%s "$@" 2>/dev/null || ls -lnT "$@" 2>/dev/null || ls -ln "$@"
}

# The folder for distributions that cannot be written; nothing where there is no home either, or one
# that is not of this place only, or that Java would take for a list of files.
archive_cache() {
  local base="${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}" sum
  case "$base" in *:*) return 0 ;; /*) ;; *) return 0 ;; esac
  sum="$(cksum <<<"$home" 2>/dev/null)" || return 0
  echo "$base/lockstep/${sum%% *}"
}

# Java's warnings would go to standard output, which belongs to results.
archive_options() {
  if [ "$java_major" -ge 25 ]; then
    archive=("-XX:AOTCache=$1" '-Xlog:aot*=off' '-Xlog:cds*=off')
  else
    archive=("-XX:SharedArchiveFile=$1" '-Xlog:cds*=off' '-Xlog:class+path*=off')
  fi
}

# Makes one in the background, in a session of its own: nobody waits for it or hears of it.
archive_start() {
  local apart='' java="$java"
  case "$java" in /*) ;; *) java="$PWD/$java" ;; esac
  ! command -v setsid >/dev/null || apart=setsid
  (
    unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS LOCKSTEP_OPTS _JAVA_OPTIONS
    trap '' HUP INT
    $apart nice -n 19 bash "$home/lib/archive.sh" make "$home" "$java" "$java_major" "$1" "$2" \
      </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
  ) || true
}

# archive_make HOME JAVA MAJOR FOLDER NAME
archive_make() {
  local home="$1" java="$2" folder="$4" name="$5" sum file
  java_major="$3"
  lock="$folder/.making-$name" work='' # not local: the trap needs them
  # One at a time; what was killed while it made one is forgotten after ten minutes. Were it alive
  # after all, each would work in a folder of its own.
  if ! mkdir "$lock" 2>/dev/null; then
    [ -n "$(find "$lock" -prune -mmin +10 2>/dev/null)" ] || return 0
    rm -rf "$lock"
    mkdir "$lock" 2>/dev/null || return 0
  fi
  trap 'rm -rf "$lock" ${work:+"$work"}' EXIT
  trap 'exit 143' TERM
  for file in "$folder/$name"-*-*; do
    [ ! -f "$file" ] || return 0 # another has made it meanwhile
  done
  work="$(mktemp -d "$lock.XXXXXX")" || return 0
  cd "$work" || return 0 # where a Java that crashes leaves its report
  if ! archive_dump "$work/new"; then
    [ ! -d "$work" ] || : >"$folder/.failed-$name"
    return 0
  fi
  chmod 644 "$work/new"
  sum="$(cksum <"$work/new")" || return 0
  for file in "$folder/${name%-*}"-*-*-*; do
    [ ! -f "$file" ] || rm -f "$file" # this JDK's of an older build
  done
  mv "$work/new" "$folder/$name-${sum/ /-}"
  # What was killed, or failed, for builds that are gone.
  find "$folder" -maxdepth 1 \( -name '.making-*' -o -name '.failed-*' \) -mmin +1440 -exec rm -rf {} +
}

# Writes an archive and tries it.
archive_dump() {
  find_code
  local module=(-Dlockstep.home="$home" ${modules[@]+"${modules[@]}"} -m io.lockstep.cli/io.lockstep.cli.Main)
  local task=(compare "$home/examples/vecadd.yaml" --device hd5870,a100,mi300x)
  if [ "$java_major" -ge 25 ]; then
    # Without what the run would teach the compiler: it would let that optimise far too early.
    "$java" -XX:+UseSerialGC -Xms64m -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining \
      -XX:AOTCacheOutput="$1" "${module[@]}" "${task[@]}" || return 1
  else # a static one: a dynamic one cannot hold picocli, whose class files are older than Java 6
    "$java" -Xshare:off -XX:+UseSerialGC -XX:DumpLoadedClassList="$work/list" "${module[@]}" "${task[@]}" || return 1
    "$java" -Xshare:dump -XX:+UseG1GC -XX:SharedClassListFile="$work/list" \
      -XX:SharedArchiveFile="$1" "${module[@]}" || return 1
  fi
  [ -s "$1" ] || return 1
  archive_options "$1"
  local must=-Xshare:on # else Java would go without one that it does not like
  [ "$java_major" -lt 25 ] || must=-XX:AOTMode=on
  "$java" -XX:+UseSerialGC "$must" "${archive[@]}" "${module[@]}" --version
}

if [ "${BASH_SOURCE[0]}" = "$0" ] && [ "${1:-}" = make ]; then
  shift
  archive_make "$@"
fi
