#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the kernels and expected results of CudaOnHostTest anew: nvcc 13 compiles each source to PTX,
# g++ 12 the same text to a program that writes NAME.bin for every kernel.
# Usage: build.sh [FOLDER]   (default: the test resources)
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
to="${1:-$here/../resources/cuda}"
headers="$(dirname "$(readlink -f "$(command -v nvcc)")")/../include"
[ -e "$headers/cuda_fp8.h" ] || headers="${CUDA_HOME:-/usr/local/cuda}/include"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp "$here/../resources/cuda/input.bin" "$work"
ptx() { # source architecture options
  nvcc -std=c++17 -w -ptx -fmad=false "${@:3}" -arch="compute_$2" -I"$here" "$here/$1.cu" -o "$work/$1.$2.ptx"
}
for source in "$here"/*.cu; do
  name="$(basename "$source" .cu)"
  g++ -w -DHOST -x c++ -std=gnu++17 -O1 -ffp-contract=off -frounding-math -mfma -mf16c -fwrapv \
    -fno-strict-aliasing -I"$here" -I"$headers" "$source" -o "$work/$name.host"
  (cd "$work" && "./$name.host")
  options=()
  case "$name" in fast) options=(-use_fast_math) ;; esac
  for architecture in 75 80 90; do
    case "$name.$architecture" in brain.75) continue ;; esac
    ptx "$name" "$architecture" "${options[@]}"
  done
done
# Comments of the compiler name the machine's folders and are left out.
sed -i '/^\/\//d' "$work"/*.ptx
cp "$work"/*.ptx "$work"/*.bin "$to"
