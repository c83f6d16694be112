// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;

/** Chooses the compiler of CUDA C++. */
final class CudaCompilers {
  private CudaCompilers() {}

  /**
   * Finds the compiler that LOCKSTEP_CUDA names, {@code nvcc} or {@code clang}; otherwise nvcc if
   * the machine has it or LOCKSTEP_NVCC names one, and else clang.
   */
  static CudaCompiler find(String file, Environment machine) {
    return find(file, machine, NvccCuda.isThere(machine));
  }

  /**
   * Finds the compiler.
   *
   * @param nvcc whether the machine has an nvcc, or the user names one
   */
  static CudaCompiler find(String file, Environment machine, boolean nvcc) {
    String asked = machine.variable(CudaCompiler.VARIABLE).orElse("");
    return switch (asked) {
      case "nvcc" -> NvccCuda.find(file, machine);
      case "clang" -> ClangCuda.find(file, machine);
      case "" -> nvcc ? NvccCuda.find(file, machine) : ClangCuda.find(file, machine);
      default ->
          throw new InputException(
              file, "%s is '%s'; expected nvcc or clang".formatted(CudaCompiler.VARIABLE, asked));
    };
  }
}
