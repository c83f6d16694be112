package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds operands in shared memory that lie too far from those before them. The field of an operand
 * holds an address register and few bits of words beyond it (envytools, hw/graph/tesla/cuda/isa,
 * "Shared memory access"); where these do not suffice, one addition moves the address register.
 *
 * <p>One address register a base is followed through a block, as it is at the block's first
 * operand. Loads and stores of their own hold 16 bits and need no addition. Immutable and
 * thread-safe once made.
 */
final class OperandReach {
  private static final int WORD = 4;

  /** The offsets that one address register serves. */
  private record Span(long least, long most) {
    Span with(long offset) {
      return new Span(Math.min(least, offset), Math.max(most, offset));
    }
  }

  private final Set<Instruction> beyond = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param words the largest offset of an operand; 0: any will do
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
        Span span = spans.getOrDefault(base, new Span(offset, offset)).with(offset);
        if (span.most - span.least > (long) WORD * words && hasOther(block, i, word.value())) {
          continue; // that one is the operand, and this one has a load, which reaches it
        }
        if (span.most - span.least > (long) WORD * words) {
          beyond.add(i);
          span = new Span(offset, offset);
        }
        spans.put(base, span);
      }
    }
  }

  /**
   * Whether an instruction reads another word of shared memory, which a load of the block reads.
   */
  private static boolean hasOther(Block block, Instruction reader, int value) {
    return block.instructions().stream()
        .filter(i -> i.op() == Op.LOAD && i.memory().space() == Space.LOCAL)
        .flatMap(i -> i.writes().stream())
        .anyMatch(r -> r != value && reader.reads().contains(r));
  }

  /** Whether an address register has to be moved for an instruction's operand. */
  boolean isBeyond(Instruction i) {
    return beyond.contains(i);
  }
}
