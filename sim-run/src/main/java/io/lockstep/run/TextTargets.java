// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;

/**
 * Determines what the source of a program is compiled and executed for. The results of programs
 * with sub-groups depend on the size, those of texts for each instruction set on the text, those of
 * products of matrices on how a chip adds, so these programs are compiled and executed once for
 * each target.
 */
public final class TextTargets {
  private static final int WIDEST = 64;

  private TextTargets() {}

  /** {@return whether a program is compiled anew for devices with another target} */
  public static boolean differ(List<Kernel> kernels) {
    return kernels.stream()
        .anyMatch(k -> k.subGroups() || k.ownInstructionSet() || MatrixNumerics.concern(k));
  }

  /**
   * {@return the target for a device, as far as kernels depend on it; where the device's is unknown
   * or not supported, the usual one}
   *
   * @param problem reason why the device cannot run; empty if it can
   */
  public static TextTarget of(
      List<Kernel> kernels, Catalogue catalogue, DeviceSpec spec, String problem) {
    return of(kernels, catalogue, spec, problem, false);
  }

  /**
   * As above.
   *
   * @param arrivals whether barriers count wavefronts, so that results depend on their width
   */
  public static TextTarget of(
      List<Kernel> kernels,
      Catalogue catalogue,
      DeviceSpec spec,
      String problem,
      boolean arrivals) {
    if (!problem.isEmpty()) {
      return TextTarget.USUAL;
    }
    Capabilities device;
    try {
      device = catalogue.device(spec).capabilities();
    } catch (Throwable e) { // a model may throw anything; the device's row reports the problem
      return TextTarget.USUAL;
    }
    boolean sized =
        (arrivals || kernels.stream().anyMatch(Kernel::subGroups)) && isSize(device.wavefront());
    boolean own = kernels.stream().anyMatch(Kernel::ownInstructionSet);
    return new TextTarget(
        sized ? device.wavefront() : TextTarget.SUB_GROUP,
        own ? device.instructionSet() : TextTarget.USUAL.instructionSet(),
        kernels.stream().anyMatch(MatrixNumerics::concern)
            ? device.matrixNumerics()
            : TextTarget.USUAL.numerics());
  }

  /** Returns a remark on a text that only some of the devices run, or an empty text. */
  public static String note(List<Kernel> kernels) {
    return kernels.stream()
        .filter(Kernel::ownInstructionSet)
        .mapToInt(Kernel::target)
        .max()
        .stream()
        .mapToObj(of -> of == 0 ? "text for all devices" : "text for compute_" + of)
        .findFirst()
        .orElse("");
  }

  private static boolean isSize(int wavefront) {
    return wavefront > 0 && wavefront <= WIDEST && Integer.bitCount(wavefront) == 1;
  }
}
