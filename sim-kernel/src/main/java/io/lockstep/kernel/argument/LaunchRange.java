// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.argument;

import io.lockstep.kernel.type.Parameter;
import java.util.List;

/**
 * Properties of a launch's range that a kernel may read besides ids and sizes of work-groups:
 * OpenCL's global offset, global size, enqueued group size and number of dimensions. Each is a
 * hidden argument of 32 bits after those of the text, as in AMD's compiler; no language allows
 * points in the names.
 */
public final class LaunchRange {
  /** The option of compilers with which kernels read the hidden arguments. */
  public static final String OPTION = "-DLOCKSTEP_RANGE";

  /** Size of an argument in bytes. */
  public static final int BYTES = 4;

  /** Number of dimensions of each property. */
  public static final int DIMENSIONS = 3;

  /** Number of hidden arguments. */
  public static final int COUNT = 3 * DIMENSIONS + 1;

  /** Names of the parameters, in the order of {@link #index}. */
  private static final List<String> NAMES =
      List.of(
          "global_offset.x",
          "global_offset.y",
          "global_offset.z",
          "global_size.x",
          "global_size.y",
          "global_size.z",
          "enqueued_local_size.x",
          "enqueued_local_size.y",
          "enqueued_local_size.z",
          "launch.dimensions");

  private LaunchRange() {}

  /**
   * {@return the index of a hidden argument: 0 to 2 global offsets along x, y and z, 3 to 5 global
   * sizes, 6 to 8 enqueued group sizes, 9 the number of dimensions; −1 for other names}
   *
   * @param name name of a parameter
   */
  public static int index(String name) {
    return NAMES.indexOf(name);
  }

  /**
   * {@return whether a parameter is a hidden argument of the range}
   *
   * @param parameter parameter of any kernel
   */
  public static boolean is(Parameter parameter) {
    return index(parameter.name()) >= 0;
  }
}
