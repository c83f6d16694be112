// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
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
  private final BitSet zeros = new BitSet();
  private final BitSet offsets = new BitSet();
  private final BitSet widened = new BitSet();
  private final BitSet upper = new BitSet();
  private final RegisterFacts uses;
  private final Kernel kernel;
  private final ConstantOperands words;

  /**
   * @param words receives literals that become operands of constant memory
   * @param any whether the optimisation is enabled
   */
  Immediates(Kernel kernel, ConstantOperands words, boolean any) {
    this.kernel = kernel;
    this.words = words;
    uses = new RegisterFacts(kernel);
    if (!any) {
      return;
    }
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.writes().size() == 1 && uses.isWrittenOnce(i.writes().get(0)) && i.guard() < 0) {
          consider(i, i.writes().get(0));
        }
      }
    }
    findUpper();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.writes().size() == 1 && uses.isWrittenOnce(i.writes().get(0)) && isOffset(i)) {
          offsets.set(i.writes().get(0));
        }
      }
    }
  }

  /** Whether a register is a constant that all its readers encode. */
  boolean isConstant(int register) {
    return constants.get(register);
  }

  /** Whether an instruction only produces a constant that its readers encode. */
  boolean isConstant(Instruction i) {
    return i.op() == Op.MOVE && i.writes().size() == 1 && constants.get(i.writes().get(0));
  }

  /** Whether the result equals the source, apart from an offset that accesses encode. */
  boolean isRenamed(Instruction i) {
    return i.writes().size() == 1
        && (offsets.get(i.writes().get(0)) || widened.get(i.writes().get(0)));
  }

  private void consider(Instruction i, int result) {
    if (i.op() == Op.MOVE && !i.sources().get(0).isRegister()) {
      if (kernel.registers().get(result) != Type.F64
          && uses.readers(result).stream().allMatch(r -> holds(r, result))) {
        constants.set(result);
        uses.readers(result).stream().filter(r -> !takes(r, result)).forEach(words::take);
        zeros.set(result, i.sources().get(0).bits() == 0);
      }
    }
  }

  /**
   * Finds indices in the upper half of 64 bits, including their sums, that are shifted down for
   * sign extension and scaling. On this machine only the 32-bit index and the scale remain.
   */
  private void findUpper() {
    Map<Integer, Instruction> makers = new HashMap<>();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean makes =
            i.opClass() == OpClass.ADDRESS
                && i.guard() < 0
                && i.writes().size() == 1
                && uses.isWrittenOnce(i.writes().get(0));
        if (makes && (i.op() == Op.ADD || i.op() == Op.SHL && shift(i) >= 32 && shift(i) < 64)) {
          makers.put(i.writes().get(0), i);
        }
      }
    }
    for (int known = -1; known != makers.size(); ) {
      known = makers.size();
      makers
          .entrySet()
          .removeIf(
              e ->
                  !isUpper(e.getValue(), makers)
                      || !uses.readers(e.getKey()).stream().allMatch(r -> takesUpper(r, makers)));
    }
    makers.forEach(
        (register, i) -> {
          upper.set(register);
          widened.set(register, i.op() == Op.SHL && shift(i) == 32);
        });
  }

  private static boolean isUpper(Instruction i, Map<Integer, Instruction> makers) {
    return i.op() == Op.SHL
        || i.sources().stream()
            .allMatch(o -> o.isRegister() ? makers.containsKey(o.register()) : (int) o.bits() == 0);
  }

  private static boolean takesUpper(Instruction reader, Map<Integer, Instruction> makers) {
    return reader.op() == Op.SHR && shift(reader) >= 0
        || reader.writes().size() == 1 && makers.get(reader.writes().get(0)) == reader;
  }

  /** Whether a register is an index in the upper half of 64 bits whose lower half is unused. */
  boolean isUpper(int register) {
    return upper.get(register);
  }

  private static int shift(Instruction i) {
    boolean address = i.opClass() == OpClass.ADDRESS;
    return address && !i.sources().get(1).isRegister() ? (int) i.sources().get(1).bits() : -1;
  }

  private boolean holds(Instruction reader, int register) {
    return takes(reader, register) || words.takesLiteral(reader, register);
  }

  private boolean takes(Instruction reader, int register) {
    if (!TAKERS.contains(reader.opClass())
        || reader.op() == Op.MOVE
        || reader.op() == Op.CONVERT
        || reader.guard() == register
        || reader.type() == Type.I64
        || reader.sourceType() == Type.I64) {
      return false;
    }
    int immediates = 0;
    for (Operand o : reader.sources()) {
      immediates += !o.isRegister() || constants.get(o.register()) ? 1 : 0;
      immediates += o.isRegister() && o.register() == register ? 1 : 0;
    }
    return immediates == 1 && reader.sources().size() <= 2;
  }

  private boolean isOffset(Instruction i) {
    boolean adds =
        i.op() == Op.ADD && (i.opClass() == OpClass.ADDRESS || i.opClass() == OpClass.INT_ADD);
    if (!adds || i.guard() >= 0) {
      return false;
    }
    int held = 0;
    boolean zero = false;
    for (Operand o : i.sources()) {
      boolean is = !o.isRegister() || constants.get(o.register());
      held += is ? 1 : 0;
      zero |= is && (o.isRegister() ? zeros.get(o.register()) : o.bits() == 0);
    }
    if (zero && held == 1) {
      return true; // offset 0: the start of the kernel's declared shared memory
    }
    int result = i.writes().get(0);
    return held == 1 && uses.readers(result).stream().allMatch(r -> addresses(r, result));
  }

  private static boolean addresses(Instruction i, int register) {
    if (i.memory() == null
        || i.op() == Op.ATOMIC
        || i.memory().space() != Space.LOCAL && i.memory().space() != Space.CONSTANT) {
      return false;
    }
    long uses = i.sources().stream().filter(o -> o.register() == register).count();
    return uses == 1 && i.sources().get(0).register() == register;
  }
}
