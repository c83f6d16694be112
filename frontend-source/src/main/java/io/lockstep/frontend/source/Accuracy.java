// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.util.List;

/**
 * The accuracy of divisions and square roots of floats: OpenCL C allows errors of 2.5 and 3 units
 * in the last place (1.2, section 7.4) unless {@code -cl-fp32-correctly-rounded-divide-sqrt} is
 * given. Results are exact all the same; devices take the time of the shorter code.
 */
final class Accuracy {
  private static final String EXACT = "-cl-fp32-correctly-rounded-divide-sqrt";

  private static final List<String> RELAXED =
      List.of("-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math", "-ffast-math");

  private static final List<String> USUAL = List.of("-mllvm", "-nvptx-prec-divf32=1");

  private Accuracy() {}

  static boolean isExact(List<String> options) {
    return options.contains(EXACT);
  }

  /** Returns the options of clang that select the instructions of divisions. */
  static List<String> ofDivisions(List<String> options) {
    if (isExact(options)) {
      return List.of();
    }
    boolean relaxed = options.stream().anyMatch(RELAXED::contains);
    return relaxed ? List.of("-mllvm", "-nvptx-prec-divf32=0") : USUAL;
  }

  /** Returns the options for linked parts: those of the part that requests the most accuracy. */
  static List<String> ofLinkedDivisions(List<List<String>> parts) {
    return parts.stream()
        .map(Accuracy::ofDivisions)
        .reduce((a, b) -> a.isEmpty() || b.isEmpty() ? List.of() : a.equals(b) ? a : USUAL)
        .orElseThrow();
  }
}
