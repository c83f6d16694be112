// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.argument;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;

/**
 * Memory that the work-groups of a cooperative launch share for grid-wide synchronisation. The
 * runtime allocates it, zeroed, and passes kernels that use it a pointer after their own arguments.
 * Other launches pass null.
 */
public final class GridWorkspace {
  /** Size of the memory in bytes. */
  public static final int BYTES = 64;

  /** Name of the parameter; unique because no language allows points in names. */
  public static final String NAME = "grid.workspace";

  /** Size of the pointer in bytes. */
  public static final int POINTER_BYTES = 8;

  private GridWorkspace() {}

  /**
   * {@return whether a parameter is the pointer to the workspace}
   *
   * @param parameter parameter of any kernel
   */
  public static boolean is(Parameter parameter) {
    return parameter.name().equals(NAME);
  }

  /**
   * {@return whether a kernel uses the workspace}
   *
   * @param kernel any kernel
   */
  public static boolean isUsedBy(Kernel kernel) {
    return kernel.parameters().stream().anyMatch(GridWorkspace::is);
  }
}
