// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.isa;

import io.lockstep.spi.spec.Figures;
import java.util.Set;

/**
 * A kind of counter of a wavefront's outstanding memory operations, for which an instruction waits.
 *
 * @param name name in the operands of the instruction
 * @param instruction mnemonic of the instruction; counters of one instruction are waited for
 *     together
 * @param most largest count that the instruction encodes, at most {@link #MOST}
 * @param classes memory instructions that it counts
 */
public record WaitCounter(String name, String instruction, int most, Set<GcnClass> classes) {
  /** Maximum of largest counts. */
  static final int MOST = 63;

  /** Parameter: vector memory operations that a wavefront of the device counts. */
  public static final String VECTOR = "issue.vector_waits";

  /** Parameter: LDS and scalar operations that a wavefront of the device counts. */
  public static final String LOCAL = "issue.local_waits";

  /** {@return whether it counts an instruction} */
  public boolean counts(GcnClass cls) {
    return classes.contains(cls);
  }

  /** {@return whether it counts operations of the LDS, for which a barrier waits} */
  public boolean countsLocal() {
    return classes.stream().anyMatch(GcnClass::isLds);
  }

  /** {@return its largest count on a device, which may count less far than instructions encode} */
  public int most(Figures device) {
    String parameter = classes.stream().anyMatch(GcnClass::isVectorMemory) ? VECTOR : LOCAL;
    return (int) Math.min(most, device.optional(parameter).orElse(most));
  }
}
