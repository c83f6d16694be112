#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the C sources with which programs run (sim-program). Needs gcc, for "lint" cppcheck:
#   tools/native-checks.sh lint               cppcheck of all sources, as CUDA's and as HIP's
#   tools/native-checks.sh address [TEST…]    the tests of programs, compiled with address and undefined
#   tools/native-checks.sh thread [TEST…]     the same with the thread sanitizer
# Prints the sanitizers' reports; fails if there is one or a test fails, as cuda_memory does with
# "thread", which leaves it too few addresses. TEST is a class or CLASS#method of sim-program.
# Programs of hipcc are compiled without sanitizers, so only the library in them is checked.
# Compiling takes minutes.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
native="$root/sim-program/src/main/resources/io/lockstep/program/native"

lint() {
  local common=(--enable=warning,performance,portability --std=c11 --language=c --platform=unix64 -q
    --error-exitcode=1 --suppress=missingIncludeSystem)
  cd "$native"
  cppcheck "${common[@]}" -DCUDART_MAJOR=13 -DLIBRARY_MAJOR=13 ./*.c
  cppcheck "${common[@]}" -DCUDART_MAJOR=12 -DLOCKSTEP_HIP cudart*.c client*.c hip.c library.c blas*.c rand.c
  echo "lint: $(ls ./*.c | wc -l) sources"
}

# Runs tests with a compiler "cc" that adds sanitizers, and a cache of its own for what it compiles.
sanitize() {
  local kind="$1" reports cache window="" status=0
  shift
  [ "$kind" = thread ] && window=-DLS_FIRST_WINDOW=85
  reports="$(mktemp -d)"
  cache="$reports/cache/lockstep"
  mkdir -p "$cache" "$reports/bin" "$reports/found"
  find "${XDG_CACHE_HOME:-$HOME/.cache}/lockstep" -mindepth 1 -maxdepth 1 ! -name 'program-*' \
    -exec ln -s -t "$cache" {} +
  # The audit library has a namespace of its own, where a second sanitizer would be loaded.
  cat >"$reports/bin/cc" <<EOF
#!/bin/sh
case " \$* " in *loader*) exec "$(command -v cc)" "\$@" ;; esac
exec "$(command -v cc)" "\$@" -O0 -g -fsanitize=$kind $window
EOF
  if [ "$kind" != thread ]; then
    # gcc's libasan calls what dlsym finds behind it in the order of libraries, without a check: a null
    # pointer if the dynamic loader is in front of it, as in a program of hipcc that needs libm first.
    cat >"$reports/bin/ld" <<EOF
#!/bin/sh
case " \$* " in *" -r "* | *loader*) exec "$(command -v ld)" "\$@" ;; esac
exec "$(command -v ld)" "$(cc -print-file-name=libasan.so)" "\$@"
EOF
  fi
  chmod +x "$reports/bin/"*
  export PATH="$reports/bin:$PATH" XDG_CACHE_HOME="$reports/cache"
  export NVCC_APPEND_FLAGS="-Xcompiler -fsanitize=${kind//,/ -Xcompiler -fsanitize=}"
  local options="log_path=$reports/found/report:log_exe_name=1:handle_segv=0:allow_user_segv_handler=1"
  export ASAN_OPTIONS="$options:detect_leaks=0:verify_asan_link_order=0"
  export UBSAN_OPTIONS="$options:print_stacktrace=1"
  # Page protection orders accesses of shared memory, which the sanitizer does not see; the handler of
  # SIGSEGV runs for accesses of the program and never within the allocator.
  printf 'race:%s\n' send_pages fill >"$reports/allowed"
  export TSAN_OPTIONS="$options:report_signal_unsafe=0:suppressions=$reports/allowed"
  local tests="${*:-CudaProgramTest KernelLibrariesTest HipProgramTest ProgramRunTest}"
  (cd "$root" && setarch -R mvn -o -B -q -ntp -Pquick -pl sim-program -am test -DexcludedGroups= \
    -Dtest="${tests// /,}" -Dsurefire.failIfNoSpecifiedTests=false) || status=1
  if compgen -G "$reports/found/*" >/dev/null; then
    cat "$reports"/found/*
    echo "$kind: $(ls "$reports/found" | wc -l) programs with reports, in $reports/found" >&2
    return 1
  fi
  rm -rf "$reports"
  echo "$kind: no reports$([ "$status" = 0 ] || echo ", but tests failed")"
  return "$status"
}

case "${1:-}" in
  lint) lint ;;
  address) shift; sanitize address,undefined "$@" ;;
  thread) sanitize "$@" ;;
  *) sed -n '4,6s/^# \?//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
