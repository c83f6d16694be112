// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

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
  TextureOperands(Kernel kernel, Supplier<Kernel> allocated, boolean any) {
    if (!any || kernel.blocks().stream().noneMatch(TextureOperands::fetches)) {
      return;
    }
    Kernel same = allocated.get();
    Liveness liveness = new Liveness(same);
    for (Block block : kernel.blocks()) {
      List<Instruction> fetches =
          block.instructions().stream().filter(i -> i.op() == Op.TEXTURE).toList();
      BitSet live = liveness.liveOut(block.id());
      List<Instruction> code = same.blocks().get(block.id()).instructions();
      int fetch = fetches.size();
      for (int k = code.size() - 1; k >= 0 && fetch > 0; k--) {
        Instruction i = code.get(k);
        if (i.op() == Op.TEXTURE) {
          fetch--;
          moved.put(fetches.get(fetch), moved(fetches.get(fetch), i, live));
        }
        Liveness.before(i, live);
      }
    }
  }

  private static boolean fetches(Block block) {
    return block.instructions().stream().anyMatch(i -> i.op() == Op.TEXTURE);
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
