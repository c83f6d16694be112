// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;

/**
 * Determines the sub-group size of a device. The results of programs with sub-groups depend on it,
 * so these programs are compiled and executed once for each size.
 */
public final class SubGroups {
  private static final int WIDEST = 64;

  private SubGroups() {}

  static boolean areIn(Program program) {
    return program.kernels().stream().anyMatch(Kernel::subGroups);
  }

  /**
   * {@return the work-items of a sub-group on a device: its wavefront width, or the default if the
   * width is unknown or not supported}
   *
   * @param problem reason why the device cannot run; empty if it can
   */
  public static int size(Catalogue catalogue, DeviceSpec spec, String problem) {
    int wavefront = 0;
    if (problem.isEmpty()) {
      try {
        wavefront = catalogue.device(spec).capabilities().wavefront();
      } catch (Throwable e) { // a model may throw anything
        wavefront = 0; // the device's row reports the problem
      }
    }
    boolean fits = wavefront > 0 && wavefront <= WIDEST && Integer.bitCount(wavefront) == 1;
    return fits ? wavefront : FrontendOptions.SUB_GROUP;
  }
}
