// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.DemandedHalves;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
  private final RegisterFacts facts;
  private final SharedOperands shared;
  private final DemandedHalves demanded;
  private final Ranges ranges;
  private final boolean header;

  ParameterOperands(
      RegisterFacts facts,
      SharedOperands shared,
      DemandedHalves demanded,
      Ranges ranges,
      boolean header) {
    this.facts = facts;
    this.shared = shared;
    this.demanded = demanded;
    this.ranges = ranges;
    this.header = header;
    BitSet arguments = new BitSet();
    facts.code().stream().filter(this::isArgument).forEach(i -> arguments.set(register(i)));
    arguments.stream()
        .filter(r -> facts.isWrittenOnce(r) && facts.readers(r).stream().allMatch(this::canTake))
        .forEach(folded::set);
    facts.code().stream().filter(i -> header && isHandle(i)).forEach(i -> folded.set(register(i)));
  }

  /** Arguments that need no register and no instruction. */
  BitSet folded() {
    return folded;
  }

  /** Whether a load reads an argument that only names a texture or sampler. */
  private boolean isHandle(Instruction i) {
    if (i.op() != Op.LOAD
        || i.memory().space() != Space.PARAMETER
        || i.type() != Type.I64
        || facts.result(i) < 0
        || facts.uses(facts.result(i)) == 0) {
      return false;
    }
    BitSet copies = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(facts.result(i)));
    while (!open.isEmpty()) {
      int copy = open.remove(open.size() - 1);
      for (Instruction reader : copies.get(copy) ? List.<Instruction>of() : facts.readers(copy)) {
        boolean names = reader.op() == Op.TEXTURE || reader.op() == Op.MOVE;
        if (!names || facts.kernel().registers().get(copy) != Type.I64) {
          return false;
        }
        open.addAll(reader.op() == Op.MOVE ? reader.writes() : List.of());
      }
      copies.set(copy);
    }
    return true;
  }

  private static int register(Instruction load) {
    return load.destinations().get(0);
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
    boolean high = i.writes().stream().anyMatch(d -> demanded.high(d) && !ranges.fits(d, 32));
    return i.type() == Type.I64 && (!header || high);
  }

  private boolean canTake(Instruction reader) {
    return TAKERS.contains(reader.opClass())
        && !isWide(reader)
        && shared.foldedInto(reader) == null
        && reader.reads().stream().noneMatch(folded::get);
  }
}
