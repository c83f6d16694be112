// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds coordinates that must be copied for a fetch: coordinates and results of a fetch are one
 * group of registers, so a value with later readers, such as a second fetch, cannot be part of it
 * (Mesa, nouveau, nv50_ir_ra.cpp, the constraints of texture instructions of nv50).
 */
final class TextureOperands {
  private final Map<Instruction, List<Integer>> moved = new IdentityHashMap<>();

  /**
   * @param allocated the kernel as its register allocator sees it
   * @param any whether the optimisation is enabled
   */
  TextureOperands(RegisterFacts facts, Kernel allocated, boolean any) {
    if (!any || facts.code().stream().noneMatch(i -> i.op() == Op.TEXTURE)) {
      return;
    }
    Liveness liveness = new Liveness(allocated);
    ArrayDeque<Instruction> fetches = new ArrayDeque<>();
    for (Block block : facts.kernel().blocks()) {
      block.instructions().stream().filter(i -> i.op() == Op.TEXTURE).forEach(fetches::push);
      BitSet live = liveness.liveOut(block.id());
      List<Instruction> code = allocated.blocks().get(block.id()).instructions();
      for (int k = code.size() - 1; k >= 0 && !fetches.isEmpty(); k--) {
        if (code.get(k).op() == Op.TEXTURE) {
          moved.put(fetches.peek(), moved(fetches.pop(), code.get(k), live));
        }
        Liveness.before(code.get(k), live);
      }
    }
  }

  /** The coordinates of a fetch that are live after it, as registers of the original kernel. */
  private static List<Integer> moved(Instruction fetch, Instruction allocated, BitSet live) {
    List<Integer> moved = new ArrayList<>();
    BitSet group = new BitSet();
    for (int k = 1; k <= fetch.coordinates(); k++) {
      Operand o = allocated.sources().get(k);
      if (o.isRegister()) {
        boolean used = live.get(o.register()) && !allocated.writes().contains(o.register());
        if (used || group.get(o.register())) {
          moved.add(fetch.sources().get(k).register());
        }
        group.set(o.register());
      }
    }
    return moved;
  }

  List<Integer> moved(Instruction fetch) {
    return moved.getOrDefault(fetch, List.of());
  }
}
