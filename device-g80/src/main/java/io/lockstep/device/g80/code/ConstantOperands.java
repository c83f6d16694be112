package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
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
 *
 * <p>Multiply-adds have no room for an immediate beside three registers: the compiler keeps a moved
 * literal in a constant bank of its own (ptxas -v for sm_10 to sm_13: bytes of cmem[1]), which is
 * taken to be in the cache. Literals that a front-end writes into the instruction take nothing: a
 * second one is in a register, loaded before any loop. Not thread-safe until {@link Immediates} is
 * made.
 */
final class ConstantOperands {
  private final boolean any;
  private final BitSet folded = new BitSet();
  private final Map<Instruction, Boolean> takers = new IdentityHashMap<>();

  /**
   * @param any whether loads and literals fold
   */
  ConstantOperands(Kernel kernel, boolean any) {
    this.any = any;
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

  /**
   * Whether a multiply-add takes a literal from the compiler's constants, and no other constant.
   */
  boolean takesLiteral(Instruction reader, int register) {
    return any
        && isMultiplyAdd(reader)
        && !takers.containsKey(reader)
        && reader.guard() != register
        && reader.sources().stream().allMatch(Operand::isRegister)
        && reader.sources().stream().filter(o -> o.register() == register).count() == 1;
  }

  /** Notes that an instruction takes a constant. */
  void take(Instruction reader) {
    takers.put(reader, true);
  }

  private static boolean isMultiplyAdd(Instruction i) {
    return (i.opClass() == OpClass.FLOAT_FMA || i.opClass() == OpClass.FLOAT_MAD)
        && !i.rounding().isDirected();
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
