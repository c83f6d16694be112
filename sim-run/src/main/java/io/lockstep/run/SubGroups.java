package io.lockstep.run;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;

/**
 * Programs whose results depend on the width of a device's wavefronts: they are compiled and
 * executed once for each width.
 */
public final class SubGroups {
  private static final int WIDEST = 64;

  private SubGroups() {}

  /** Whether a kernel of a program has sub-groups. */
  static boolean areIn(Program program) {
    return program.kernels().stream().anyMatch(Kernel::subGroups);
  }

  /**
   * {@return work-items of a sub-group on a device} The default size if no kernel can be compiled
   * for its wavefronts or their width is unknown.
   *
   * @param catalogue the model behind the device
   * @param spec the device
   * @param problem why it cannot run; empty if it can
   */
  public static int size(Catalogue catalogue, DeviceSpec spec, String problem) {
    int wavefront = 0;
    if (problem.isEmpty()) {
      try {
        wavefront = catalogue.device(spec).capabilities().wavefront();
      } catch (Throwable e) { // a model may throw whatever it likes
        wavefront = 0; // its row reports it
      }
    }
    boolean fits = wavefront > 0 && wavefront <= WIDEST && Integer.bitCount(wavefront) == 1;
    return fits ? wavefront : FrontendOptions.SUB_GROUP;
  }
}
