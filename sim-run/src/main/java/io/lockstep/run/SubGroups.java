package io.lockstep.run;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Programs whose results depend on the width of a device's wavefronts: they are compiled and
 * executed for each width apart. Stateless.
 */
public final class SubGroups {
  private static final int WIDEST = 64;

  private SubGroups() {}

  /** Whether a kernel of a program has sub-groups. */
  static boolean areIn(Program program) {
    return program.kernels().stream().anyMatch(Kernel::subGroups);
  }

  /**
   * {@return work-items of a sub-group on a device} Where no kernel can be compiled for its
   * wavefronts, or nobody knows them, as many as where no device is known; its row says why it does
   * not run.
   *
   * @param catalogue the model behind the device
   * @param target the device
   */
  public static int size(Catalogue catalogue, Runner.Target target) {
    int wavefront = 0;
    if (target.problem().isEmpty()) {
      try {
        wavefront = catalogue.device(target.spec()).capabilities().wavefront();
      } catch (Throwable e) { // a model may throw whatever it likes
        wavefront = 0; // told when its turn comes
      }
    }
    boolean fits = wavefront > 0 && wavefront <= WIDEST && Integer.bitCount(wavefront) == 1;
    return fits ? wavefront : FrontendOptions.SUB_GROUP;
  }

  /** Places of targets by the size of their sub-groups, in the order of the first of each. */
  static Map<Integer, List<Integer>> places(Catalogue catalogue, List<Runner.Target> targets) {
    Map<Integer, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < targets.size(); i++) {
      places.computeIfAbsent(size(catalogue, targets.get(i)), size -> new ArrayList<>()).add(i);
    }
    return places;
  }
}
