// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel some of whose instructions are replaced.
 *
 * @param origins the instructions of the original kernel that a new instruction replaces
 */
record RewrittenKernel(Kernel kernel, Map<Instruction, List<Instruction>> origins) {
  static RewrittenKernel unchanged(Kernel kernel) {
    return new RewrittenKernel(kernel, Map.of());
  }

  /** Returns what this rewriting makes of the kernel that another one has made. */
  RewrittenKernel after(RewrittenKernel before) {
    Map<Instruction, List<Instruction>> all = new IdentityHashMap<>(before.origins);
    origins.forEach((i, of) -> all.put(i, before.origins(of)));
    return new RewrittenKernel(kernel, all);
  }

  List<Instruction> origins(List<Instruction> of) {
    return of.stream().flatMap(i -> origins.getOrDefault(i, List.of(i)).stream()).toList();
  }
}
