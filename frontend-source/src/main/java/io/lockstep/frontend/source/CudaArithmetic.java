// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.util.ArrayList;
import java.util.List;

/**
 * How floats are computed, by options of nvcc: {@code -use_fast_math} sets the others, which count
 * where they are given too.
 *
 * @param options checked options of the workload
 */
record CudaArithmetic(List<String> options) {
  boolean isFast() {
    return options.stream().anyMatch(o -> o.endsWith("-use_fast_math"));
  }

  /** Whether square roots of floats are correctly rounded. */
  boolean hasExactRoots() {
    return is("prec-sqrt", !isFast());
  }

  private boolean is(String name, boolean otherwise) {
    boolean value = otherwise;
    for (String option : options) {
      int from = option.startsWith("--") ? 2 : 1;
      if (option.startsWith(name + "=", from)) {
        value = option.endsWith("=true");
      }
    }
    return value;
  }

  /** Returns the options of clang. */
  List<String> ofClang() {
    boolean fast = isFast();
    List<String> same = new ArrayList<>();
    same.add("-ffp-contract=" + (is("fmad", true) ? "fast" : "off"));
    if (is("ftz", fast)) {
      same.addAll(List.of("-fgpu-flush-denormals-to-zero", "-D__LOCKSTEP_FTZ__"));
    }
    if (!is("prec-div", !fast)) {
      same.addAll(List.of("-mllvm", "-nvptx-prec-divf32=" + (fast ? 0 : 1)));
    }
    return same;
  }
}
