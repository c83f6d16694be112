// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds shared-memory operands beyond the reach of the current address register. An operand encodes
 * an address register and a few bits of word offset (envytools, hw/graph/tesla/cuda/isa, "Shared
 * memory access"); beyond that, one addition moves the address register.
 *
 * <p>Tracks one address register for each base through a block, starting with the block's first
 * operand. Separate loads and stores have 16-bit offsets and need no addition.
 */
final class OperandReach {
  private static final int WORD = 4;

  /** The range of offsets that one address register serves. */
  private record Span(long least, long most) {
    Span with(long offset) {
      return new Span(Math.min(least, offset), Math.max(most, offset));
    }
  }

  private final Set<Instruction> beyond = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param words largest offset of an operand, in words; 0: unlimited
   */
  OperandReach(Kernel kernel, SharedOperands operands, int words) {
    for (Block block : kernel.blocks()) {
      Map<Operand, Span> spans = new HashMap<>();
      for (Instruction i : block.instructions()) {
        SharedOperands.Word word = operands.foldedInto(i);
        if (word == null || words == 0) {
          continue;
        }
        Instruction load = word.load();
        Operand base = load.sources().get(0);
        long offset = load.memory().offset() + (long) WORD * load.writes().indexOf(word.value());
        Span own = new Span(offset, offset);
        Span span = spans.getOrDefault(base, own).with(offset);
        boolean reached = span.most - span.least <= (long) WORD * words;
        if (reached) {
          spans.put(base, span);
        } else if (!hasOther(block, i, word.value())) { // its own load has a large enough offset
          spans.put(base, own);
          beyond.add(i);
        }
      }
    }
  }

  /** Whether an instruction reads another word that its block loads from shared memory. */
  private static boolean hasOther(Block block, Instruction reader, int value) {
    return block.instructions().stream()
        .filter(i -> i.op() == Op.LOAD && i.memory().space() == Space.LOCAL)
        .flatMap(i -> i.writes().stream())
        .anyMatch(r -> r != value && reader.reads().contains(r));
  }

  /** Whether an instruction's operand needs the address register to be moved. */
  boolean isBeyond(Instruction i) {
    return beyond.contains(i);
  }
}
