#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the kernels here to the PTX beside them, with the built-in functions of libclc: validation/advice/compile.sh [FILE.cl …]
# Needs clang-19 and libclc-19; running the workloads needs neither.
set -e
cd "$(dirname "$0")"
for file in ${@:-*/*.cl}; do
  (cd "$(dirname "$file")" && name=$(basename "$file" .cl) &&
    clang-19 --no-default-config -x cl -cl-std=CL1.2 -O2 -target nvptx64-- -fgnu89-inline -Xclang -target-cpu -Xclang sm_60 \
      -Xclang -mlink-builtin-bitcode -Xclang /usr/lib/clc/nvptx64--nvidiacl.bc -gline-directives-only -S "$name.cl" -o - |
      sed 's|^\(\t*\.file\t1 \)".*" "|\1"|' > "$name.ptx")
done
