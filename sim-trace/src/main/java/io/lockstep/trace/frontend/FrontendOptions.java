package io.lockstep.trace.frontend;

import io.lockstep.trace.ir.Fusion;
import java.util.List;
import java.util.Map;

/**
 * What a workload says about kernels that their text does not carry.
 *
 * @param contraction whether fused multiply-adds were contracted by a compiler (PERMITTED) or asked
 *     for (REQUIRED)
 * @param attributes by kernel name
 */
public record FrontendOptions(Fusion contraction, Map<String, KernelAttributes> attributes) {
  /** Attributes of one kernel: parameter positions from 0, group size or an empty list. */
  public record KernelAttributes(
      List<Integer> restrict, List<Integer> readOnly, List<Integer> group, boolean racesAllowed) {}

  /** Contraction permitted, nothing else known. */
  public static FrontendOptions defaults() {
    return new FrontendOptions(Fusion.PERMITTED, Map.of());
  }
}
