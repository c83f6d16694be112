package io.lockstep.kernel.ir;

import java.util.List;

/**
 * What a program says of its launches without promising it (OpenCL C, 6.7.2: {@code
 * work_group_size_hint} and {@code vec_type_hint}). Nothing is executed or compiled otherwise;
 * traces do not have it.
 *
 * @param groupSize the group size {x, y, z} that launches mostly have, or an empty list
 * @param vectorType the type in which the kernel mostly computes, as OpenCL C names it, or empty
 */
public record LaunchHints(List<Integer> groupSize, String vectorType) {
  /** No hints at all. */
  public static final LaunchHints NONE = new LaunchHints(List.of(), "");

  /**
   * Copies the size.
   *
   * @param groupSize the group size {x, y, z} that launches mostly have, or an empty list
   * @param vectorType the type in which the kernel mostly computes, as OpenCL C names it, or empty
   */
  public LaunchHints {
    groupSize = List.copyOf(groupSize);
  }
}
