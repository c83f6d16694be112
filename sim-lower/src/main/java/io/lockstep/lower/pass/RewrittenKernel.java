// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel some of whose instructions are replaced.
 *
 * @param kernel the kernel with the new instructions
 * @param origins the instructions of the original kernel that a new instruction replaces
 */
public record RewrittenKernel(Kernel kernel, Map<Instruction, List<Instruction>> origins) {
  /**
   * {@return a kernel none of whose instructions is replaced}
   *
   * @param kernel a kernel
   */
  public static RewrittenKernel unchanged(Kernel kernel) {
    return new RewrittenKernel(kernel, Map.of());
  }

  /**
   * {@return this rewriting, with the origins in the kernel before another one}
   *
   * @param before the rewriting whose kernel this one has rewritten
   */
  public RewrittenKernel after(RewrittenKernel before) {
    Map<Instruction, List<Instruction>> all = new IdentityHashMap<>(before.origins);
    origins.forEach((i, of) -> all.put(i, before.origins(of)));
    return new RewrittenKernel(kernel, all);
  }

  /**
   * {@return the instructions of the original kernel that instructions stand for}
   *
   * @param of instructions of this kernel
   */
  public List<Instruction> origins(List<Instruction> of) {
    return of.stream().flatMap(i -> origins.getOrDefault(i, List.of(i)).stream()).toList();
  }
}
