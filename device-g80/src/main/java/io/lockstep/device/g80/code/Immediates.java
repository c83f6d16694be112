// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Finds constants that need no register and no instruction: long instructions hold a 32-bit
 * immediate, and accesses to shared and constant memory an offset beside their address register
 * (envytools, hw/graph/tesla/cuda/isa); multiply-adds take them from constant memory.
 */
final class Immediates {
  private static final Set<OpClass> TAKERS =
      Set.of(
          OpClass.FLOAT_ADD,
          OpClass.FLOAT_MUL,
          OpClass.INT_ADD,
          OpClass.INT_LOGIC,
          OpClass.INT_SHIFT,
          OpClass.COMPARE_INT,
          OpClass.COMPARE_FLOAT,
          OpClass.ADDRESS);

  private final BitSet constants = new BitSet();
  private final BitSet renamed = new BitSet();
  private final BitSet upper = new BitSet();
  private final RegisterFacts facts;
  private final ConstantOperands words;

  /**
   * @param words receives literals that become operands of constant memory
   * @param any whether the optimisation is enabled
   */
  Immediates(RegisterFacts facts, ConstantOperands words, boolean any) {
    this.facts = facts;
    this.words = words;
    if (!any) {
      return;
    }
    for (Instruction i : facts.code()) {
      int result = facts.result(i);
      if (result >= 0
          && i.op() == Op.MOVE
          && !i.sources().get(0).isRegister()
          && facts.kernel().registers().get(result) != Type.F64
          && facts.readers(result).stream().allMatch(r -> holds(r, result))) {
        constants.set(result);
        facts.readers(result).forEach(words::take);
      }
    }
    findUpper();
    facts.code().stream().filter(this::isOffset).forEach(i -> renamed.set(facts.result(i)));
  }

  /** Registers that hold a constant that all their readers encode. */
  BitSet folded() {
    return constants;
  }

  /** Whether the result equals the source, apart from an offset that accesses encode. */
  boolean isRenamed(Instruction i) {
    return facts.defines(i, renamed);
  }

  /** Whether an instruction computes its result from registers alone. */
  boolean isComputed(Instruction i) {
    return !isRenamed(i) && i.sources().stream().noneMatch(this::isHeld);
  }

  /** Whether an operand is a constant that its reader encodes. */
  boolean isHeld(Operand o) {
    return !o.isRegister() || constants.get(o.register());
  }

  /**
   * Finds indices in the upper half of 64 bits, including their sums, that are shifted down for
   * sign extension and scaling. On this machine only the 32-bit index and the scale remain.
   */
  private void findUpper() {
    for (Instruction i : facts.code()) {
      boolean shifts = i.op() == Op.SHL && shift(i) >= 32 && shift(i) < 64;
      if (facts.result(i) >= 0 && i.opClass() == OpClass.ADDRESS && (shifts || i.op() == Op.ADD)) {
        upper.set(facts.result(i));
      }
    }
    for (int known = -1; known != upper.cardinality(); ) {
      known = upper.cardinality();
      for (int r = upper.nextSetBit(0); r >= 0; r = upper.nextSetBit(r + 1)) {
        boolean read = facts.readers(r).stream().allMatch(this::takesUpper);
        upper.set(r, read && isUpper(facts.definition(r)));
      }
    }
    upper.stream().filter(r -> shift(facts.definition(r)) == 32).forEach(renamed::set);
  }

  private boolean isUpper(Instruction i) {
    return i.op() == Op.SHL
        || i.sources().stream().allMatch(o -> isUpper(o) || !o.isRegister() && (int) o.bits() == 0);
  }

  private boolean takesUpper(Instruction reader) {
    return reader.op() == Op.SHR && shift(reader) >= 0 || facts.defines(reader, upper);
  }

  /** Whether an operand is an index in the upper half of 64 bits whose lower half is unused. */
  boolean isUpper(Operand o) {
    return o.isRegister() && upper.get(o.register());
  }

  private static int shift(Instruction i) {
    boolean shift = i.opClass() == OpClass.ADDRESS && i.op() != Op.ADD;
    return shift && !i.sources().get(1).isRegister() ? (int) i.sources().get(1).bits() : -1;
  }

  private boolean holds(Instruction reader, int register) {
    return takes(reader, register) || words.takesLiteral(reader, register);
  }

  private boolean takes(Instruction reader, int register) {
    return TAKERS.contains(reader.opClass())
        && reader.op() != Op.MOVE
        && reader.op() != Op.CONVERT
        && reader.guard() != register
        && reader.type() != Type.I64
        && reader.sourceType() != Type.I64
        && reader.sources().size() <= 2
        && reader.sources().stream().filter(o -> isHeld(o) || o.register() == register).count()
            == 1;
  }

  private boolean isOffset(Instruction i) {
    int result = facts.result(i);
    boolean sum = i.opClass() == OpClass.ADDRESS || i.opClass() == OpClass.INT_ADD;
    if (result < 0 || !sum || i.op() != Op.ADD) {
      return false;
    }
    List<Operand> held = i.sources().stream().filter(this::isHeld).toList();
    return held.size() == 1
        // offset 0: the start of the kernel's declared shared memory
        && (facts.constant(held.get(0)) == 0
            || facts.readers(result).stream().allMatch(r -> addresses(r, result)));
  }

  private static boolean addresses(Instruction i, int register) {
    return i.memory() != null
        && i.op() != Op.ATOMIC
        && (i.memory().space() == Space.LOCAL || i.memory().space() == Space.CONSTANT)
        && i.sources().get(0).register() == register
        && i.sources().stream().filter(o -> o.register() == register).count() == 1;
  }
}
