// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.type.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Marks loads by the qualifiers of the pointers that they read through. Every address is followed
 * back to the parameters that it is computed from; if it can only come from one, its qualifiers
 * apply.
 */
public final class ReadOnlyLoads {
  private ReadOnlyLoads() {}

  /**
   * Marks loads through parameters that the workload declares read-only. If no other parameter
   * points to that memory, caches that do not see writes may serve the loads.
   */
  static void apply(List<Draft> blocks, List<Parameter> parameters) {
    if (parameters.stream().noneMatch(Parameter::readOnly)) {
      return;
    }
    List<Instruction> code = new ArrayList<>();
    blocks.forEach(b -> code.addAll(b.code()));
    PointerOrigins origins = new PointerOrigins(parameters, code);
    for (Draft draft : blocks) {
      draft
          .code()
          .replaceAll(
              i -> {
                int p = origins.of(i);
                return origins.isExact(i) && parameters.get(p).readOnly()
                    ? marked(i, i.memory().cacheable() || parameters.get(p).restricted())
                    : i;
              });
    }
  }

  private static Instruction marked(Instruction i, boolean cacheable) {
    MemoryAccess.Mutability to =
        cacheable ? MemoryAccess.Mutability.CACHEABLE : MemoryAccess.Mutability.READ_ONLY;
    return InstructionBuilder.from(i).memory(i.memory().with(to)).build();
  }

  /**
   * Returns a copy whose loads through the parameters at some positions are not served by caches
   * that do not see writes, even if a compiler found that the kernel only reads them; the kernel
   * itself if nothing changes.
   */
  public static Kernel uncached(Kernel kernel, Set<Integer> pointers) {
    List<Instruction> code = new ArrayList<>();
    kernel.blocks().forEach(b -> code.addAll(b.instructions()));
    if (pointers.isEmpty()
        || code.stream().noneMatch(i -> i.memory() != null && i.memory().cacheable())) {
      return kernel;
    }
    PointerOrigins origins = new PointerOrigins(kernel.parameters(), code);
    List<Block> blocks = new ArrayList<>();
    for (Block b : kernel.blocks()) {
      List<Instruction> kept =
          b.instructions().stream()
              .map(
                  i ->
                      pointers.contains(origins.of(i)) && i.memory().cacheable()
                          ? marked(i, false)
                          : i)
              .toList();
      blocks.add(
          new Block(b.id(), kept, b.successors(), b.postDominator(), b.loop(), b.loopDepth()));
    }
    return kernel.withBlocks(blocks);
  }
}
