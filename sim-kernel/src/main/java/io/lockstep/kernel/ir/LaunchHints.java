// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.List;

/**
 * Statements of a program about its launches without a guarantee (OpenCL C, 6.7.2: {@code
 * work_group_size_hint} and {@code vec_type_hint}). They affect neither compilation nor execution;
 * traces do not contain them.
 *
 * @param groupSize the usual group size {x, y, z}, or an empty list
 * @param vectorType the type in which the kernel mostly computes, as OpenCL C names it, or empty
 */
public record LaunchHints(List<Integer> groupSize, String vectorType) {
  /** No hints at all. */
  public static final LaunchHints NONE = new LaunchHints(List.of(), "");

  /**
   * Copies the size.
   *
   * @param groupSize the usual group size {x, y, z}, or an empty list
   * @param vectorType the type in which the kernel mostly computes, as OpenCL C names it, or empty
   */
  public LaunchHints {
    groupSize = List.copyOf(groupSize);
  }
}
