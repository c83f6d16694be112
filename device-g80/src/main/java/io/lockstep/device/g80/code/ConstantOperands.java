package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Uniformity;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds loads from constant memory whose value their only user takes as an operand, beside one from
 * shared memory perhaps (envytools, hw/graph/tesla/cuda/isa: constants are the second or third
 * source). Such a load looks into the constant cache, but takes no issue slot and no register.
 *
 * <p>A load of a word at one address for all lanes that execute it folds where the word is read by
 * one instruction, which takes no other constant: later in its block, or in another one, as behind
 * the loop's entry that a compiler moved the load to. The cache is asked where the load stands.
 * Immutable and thread-safe once made.
 */
final class ConstantOperands {
  private final BitSet folded = new BitSet();
  private final Map<Instruction, Boolean> takers = new IdentityHashMap<>();

  /**
   * @param any whether loads fold
   */
  ConstantOperands(Kernel kernel, boolean any) {
    Uniformity uniformity = new Uniformity(kernel, Uniformity.Among.WAVEFRONT);
    OperandUses uses = new OperandUses(kernel);
    for (Block block : any ? kernel.blocks() : List.<Block>of()) {
      for (Instruction i : block.instructions()) {
        if (isWord(i) && i.reads().stream().allMatch(uniformity::isUniform)) {
          int value = i.writes().get(0);
          if (uses.isWrittenOnce(value) && uses.readers(value).size() == 1) {
            fold(block, i, uses.readers(value).get(0));
          }
        }
      }
    }
  }

  /** Whether a load needs no instruction. */
  boolean isFolded(Instruction i) {
    return isWord(i) && folded.get(i.writes().get(0));
  }

  /** Whether a register is a word of constant memory that its reader takes from there. */
  boolean isFolded(int register) {
    return folded.get(register);
  }

  private static boolean isWord(Instruction i) {
    return i.op() == Op.LOAD
        && i.memory().space() == Space.CONSTANT
        && i.memory().bytes() == 4
        && i.writes().size() == 1
        && i.guard() < 0;
  }

  private void fold(Block block, Instruction load, Instruction reader) {
    List<Instruction> code = block.instructions();
    boolean able =
        OperandUses.TAKERS.contains(reader.opClass())
            && reader.guard() < 0
            && reader.type().bits() <= 32
            && reader.sourceType().bits() <= 32
            && (!code.contains(reader) || code.indexOf(reader) > code.indexOf(load));
    if (able && takers.putIfAbsent(reader, true) == null) {
      folded.set(load.writes().get(0));
    }
  }
}
