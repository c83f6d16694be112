#!/usr/bin/env bash
# Runs the workloads of the public suites on all devices and prints what came of it: verified, refused with
# reasons, wrong, failed. README.md beside this file tells where the suites' sources come from.
set -euo pipefail

usage() {
  cat <<'HELP'
Usage: validation/suites/run.sh [-d DEVICE,...] [-o FOLDER] [--timeout SECONDS] [--reuse] [SUITE | SUITE/WORKLOAD]...
Runs the workloads of all suites, or of those named, on all devices and prints a table.
  -d DEVICE,...       Only these devices (default: the whole catalogue).
  -o FOLDER           Where each workload's result goes, as JSON (default: target/suites).
  --timeout SECONDS   Wall time after which a workload counts as failed (default: 900).
  --reuse             Takes the results that lie in the folder already.
Exit codes: 0 nothing is wrong or failed, 1 something is, 2 usage, 3 sources are missing or differ.
LOCKSTEP names another launcher, LOCKSTEP_PYTHON another Python 3.
HELP
}

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
lockstep="${LOCKSTEP:-$root/lockstep}"
python="${LOCKSTEP_PYTHON:-python3}"
out="$root/target/suites"
seconds=900
reuse=no
devices=()
wanted=()
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    -d | -o | --timeout)
      [ $# -ge 2 ] || { usage >&2; exit 2; }
      case "$1" in
        -d) devices+=(-d "$2") ;;
        -o) out="$(realpath -m -- "$2")" ;;
        --timeout) seconds="$2" ;;
      esac
      shift ;;
    --reuse) reuse=yes ;;
    -*) echo "run.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
    *) wanted+=("${1%.yaml}") ;;
  esac
  shift
done

cd "$here"
if [ ${#wanted[@]} -eq 0 ]; then
  for list in */SOURCES.sha256; do wanted+=("${list%%/*}"); done
fi

# The workloads, each once, and the suites whose sources they need.
workloads=()
suites=()
add() { case " ${workloads[*]-} " in *" $1 "*) ;; *) workloads+=("$1") ;; esac }
for name in "${wanted[@]}"; do
  suite="${name%%/*}"
  if [ ! -f "$suite/SOURCES.sha256" ]; then
    echo "run.sh: no suite $suite; there are: $(ls */SOURCES.sha256 | sed 's,/.*,,' | tr '\n' ' ')" >&2
    exit 2
  fi
  case " ${suites[*]-} " in *" $suite "*) ;; *) suites+=("$suite") ;; esac
  if [ "$name" = "$suite" ]; then
    for file in "$suite"/*.yaml; do add "$file"; done
  elif [ -f "$name.yaml" ]; then
    add "$name.yaml"
  else
    echo "run.sh: no workload $name.yaml in $here" >&2
    exit 2
  fi
done

# SHA-256 lists name files as they lie below sources/.
for suite in "${suites[@]}"; do
  if [ ! -d "sources/$suite" ]; then
    echo "run.sh: no folder $here/sources/$suite; README.md tells which commit to clone" >&2
    exit 3
  fi
  if ! (cd sources && sha256sum --quiet -c "$here/$suite/SOURCES.sha256") >&2; then
    echo "run.sh: the sources of $suite are not those of the commit in $suite/README.md" >&2
    exit 3
  fi
done

"$lockstep" --version > /dev/null   # builds where nothing is built
number=0
results=()
for file in "${workloads[@]}"; do
  number=$((number + 1))
  result="$out/${file%.yaml}.json"
  mkdir -p "$(dirname "$result")"
  results+=("${file%.yaml}")
  if [ "$reuse" = yes ] && [ -f "$result.code" ]; then continue; fi
  rm -f "$result.code"
  printf '[%d/%d] %s ' "$number" "${#workloads[@]}" "${file%.yaml}" >&2
  begun=$SECONDS
  code=0
  timeout "$seconds" "$lockstep" compare "$file" -f json ${devices[@]+"${devices[@]}"} \
    > "$result" 2> "$result.err" || code=$?
  echo "$code" > "$result.code"
  echo "exit $code, $((SECONDS - begun)) s" >&2
done

"$python" "$here/summary.py" "$out" "${results[@]}"
