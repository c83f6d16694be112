// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.DemandedHalves;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.BitSet;
import java.util.Set;

/**
 * Finds kernel arguments, block sizes and block ids that need no register: they lie in shared
 * memory, and most arithmetic takes one operand from there (envytools, hw/graph/tesla/cuda/isa).
 *
 * <p>A 32-bit argument (pointers included) stays there if every reader can take it and takes no
 * other operand from shared memory. An argument that names a texture or sampler is a number in the
 * instructions that use it.
 */
final class ParameterOperands {
  private static final Set<OpClass> TAKERS =
      Set.of(
          OpClass.FLOAT_ADD,
          OpClass.FLOAT_MUL,
          OpClass.FLOAT_MINMAX,
          OpClass.INT_ADD,
          OpClass.INT_LOGIC,
          OpClass.INT_SHIFT,
          OpClass.INT_MUL24,
          OpClass.INT_MUL32,
          OpClass.INT_MUL_WIDE,
          OpClass.COMPARE_INT,
          OpClass.COMPARE_FLOAT,
          OpClass.ADDRESS);

  private final BitSet folded = new BitSet();
  private final BitSet handles = new BitSet();
  private final RegisterFacts uses;
  private final SharedOperands shared;
  private final DemandedHalves demanded;
  private final ValueWidths widths;
  private final boolean header;

  ParameterOperands(
      Kernel kernel,
      SharedOperands shared,
      DemandedHalves demanded,
      ValueWidths widths,
      boolean header) {
    this.shared = shared;
    this.demanded = demanded;
    this.widths = widths;
    this.header = header;
    uses = new RegisterFacts(kernel);
    BitSet arguments = new BitSet();
    for (Block block : kernel.blocks()) {
      block.instructions().stream()
          .filter(this::isArgument)
          .forEach(i -> i.writes().forEach(arguments::set));
    }
    arguments.stream().filter(uses::isWrittenOnce).forEach(this::consider);
    if (header) {
      handles(kernel);
    }
  }

  /** Finds arguments that only name a texture or sampler. */
  private void handles(Kernel kernel) {
    BitSet others = new BitSet(); // registers with other readers, copies included
    for (int known = -1; known != others.cardinality(); ) {
      known = others.cardinality();
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          boolean names =
              i.op() == Op.TEXTURE
                  || i.op() == Op.MOVE && !i.writes().stream().anyMatch(others::get);
          for (int r : i.reads()) {
            others.set(r, others.get(r) || !names || kernel.registers().get(r) != Type.I64);
          }
        }
      }
    }
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean handle =
            i.op() == Op.LOAD
                && i.memory().space() == Space.PARAMETER
                && i.type() == Type.I64
                && i.guard() < 0
                && i.destinations().size() == 1
                && uses.isWrittenOnce(i.destinations().get(0))
                && !uses.readers(i.destinations().get(0)).isEmpty()
                && !others.get(i.destinations().get(0));
        if (handle) {
          handles.set(i.destinations().get(0));
        }
      }
    }
  }

  /** Whether a load of an argument needs no instruction and no register. */
  boolean isFolded(Instruction i) {
    return i.op() == Op.LOAD && i.writes().size() == 1 && handles.get(i.writes().get(0))
        || isArgument(i) && folded.get(i.destinations().get(0));
  }

  /** Whether a register is an argument that stays in shared memory. */
  boolean isFolded(int register) {
    return folded.get(register) || handles.get(register);
  }

  private boolean isArgument(Instruction i) {
    if (i.op() == Op.SPECIAL) {
      return header && isHeader(i.special());
    }
    return i.op() == Op.LOAD
        && i.memory().space() == Space.PARAMETER
        && i.destinations().size() == 1
        && (i.memory().element().bytes() == 4 || i.type() == Type.PTR);
  }

  /** Whether the header before the arguments holds a value, such as block sizes and block ids. */
  static boolean isHeader(Special special) {
    return switch (special) {
      case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> true;
      case GROUP_ID_X, GROUP_ID_Y, NUM_GROUPS_X, NUM_GROUPS_Y -> true;
      default -> false;
    };
  }

  /** Whether an operation has 64 bits of which the upper ones are used. */
  private boolean isWide(Instruction i) {
    if (i.sourceType() == Type.I64 && i.type() != Type.I64) {
      return true; // a comparison uses all bits
    }
    boolean high = i.writes().stream().anyMatch(d -> demanded.high(d) && widths.of(d) > 32);
    return i.type() == Type.I64 && (!header || high);
  }

  private void consider(int register) {
    for (Instruction reader : uses.readers(register)) {
      boolean able =
          TAKERS.contains(reader.opClass())
              && reader.guard() != register
              && !isWide(reader)
              && shared.foldedInto(reader) == null
              && reader.sources().stream()
                  .noneMatch(o -> o.isRegister() && folded.get(o.register()));
      if (!able) {
        return;
      }
    }
    folded.set(register);
  }
}
