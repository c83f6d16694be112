// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/** A machine instruction under construction. */
public final class SassOp {
  public static final Liveness.Accesses<SassOp> ACCESSES =
      new Liveness.Accesses<>() {
        @Override
        public void reads(SassOp op, IntConsumer register) {
          op.reads(register);
        }

        @Override
        public void writes(SassOp op, IntConsumer register) {
          if (op.guard == null || op.whole) { // otherwise lanes keep the former value
            op.writes(register);
          }
        }
      };

  private static final Value PACKED = Value.immediate(0x5410); // the bytes that PRMT selects
  private static final Set<Special> CLOCKS = EnumSet.of(Special.CLOCK, Special.CLOCK64);

  public final String name;
  public final Pipe pipe;

  /** Instructions of the portable kernel that it implements. */
  public List<Instruction> from = List.of();

  public final List<Value> results = new ArrayList<>();
  public final List<Value> sources = new ArrayList<>();

  /** Predicate under which lanes execute it; null for all. */
  public Value guard;

  /** Whether nothing reads the former value of the results of an instruction with a guard. */
  public boolean whole;

  /** Byte offset of an access. */
  public long offset;

  /** Byte offset of the address in shared memory of a copy. */
  public long sharedOffset;

  /** Power of two of which the address without its offset is certainly a multiple. */
  public int aligned = 1;

  /** Factor of the address register; 0 if it is not multiplied. */
  public int scale;

  public Row.Access access = Row.Access.NONE;

  /** Product of matrices; null for other instructions. */
  public MatrixShape matrix;

  /** Block to which control may go; negative for none. */
  public int target = -1;

  /** Whether it stays where it is, and all other instructions on their side of it. */
  public boolean fixed;

  /** Whether it may be removed if nothing reads its results. */
  public boolean removable = true;

  public SassOp(String name, Pipe pipe) {
    this.name = name;
    this.pipe = pipe;
  }

  /** An instruction with other sources and another name that takes this one's place. */
  public SassOp replaced(String other, Pipe unit, List<Value> operands) {
    SassOp op = new SassOp(other, unit);
    op.from = from;
    op.results.addAll(results);
    op.sources.addAll(operands);
    op.guard = guard;
    op.whole = whole;
    op.offset = offset;
    op.sharedOffset = sharedOffset;
    op.aligned = aligned;
    op.scale = scale;
    op.access = access;
    op.matrix = matrix;
    op.target = target;
    op.fixed = fixed;
    op.removable = removable;
    return op;
  }

  /** Drops carries that nothing reads. */
  public void dropResults(BitSet wanted) {
    if (results.size() > 1 && !isMemory()) {
      results
          .subList(1, results.size())
          .removeIf(r -> r.kind() == Value.Kind.PREDICATE && !wanted.get(r.number()));
    }
  }

  public void reads(IntConsumer register) {
    for (int k = 0; k < sources.size(); k++) {
      sources.get(k).registers(register);
    }
    if (guard != null) {
      guard.registers(register);
    }
  }

  public void writes(IntConsumer register) {
    for (int k = 0; k < results.size(); k++) {
      results.get(k).registers(register);
    }
  }

  /** Replaces registers that it reads. */
  public void renameReads(UnaryOperator<Value> names) {
    sources.replaceAll(s -> s.renamed(names));
    guard = guard == null ? null : guard.renamed(names);
  }

  public void renameWrites(UnaryOperator<Value> names) {
    results.replaceAll(r -> r.renamed(names));
  }

  public boolean is(String prefix) {
    int end = prefix.length();
    return name.startsWith(prefix) && (name.length() == end || name.charAt(end) == '.');
  }

  /** Whether the result is the lower halves of two registers, source 0 and above it source 2. */
  public boolean packsHalves() {
    return is("PRMT")
        && guard == null
        && sources.get(1).equals(PACKED)
        && sources.stream().noneMatch(Value::negated);
  }

  public boolean isMove() {
    return is("MOV") || is("IMAD.MOV") || is("UMOV");
  }

  /** Whether it moves a register to itself. */
  public boolean isIdle() {
    return isMove() && guard == null && sources.equals(results);
  }

  /** Whether it reads the clock register. */
  public boolean readsClock() {
    boolean reads = is("CS2R") || is("S2UR");
    return reads
        && from.stream().anyMatch(i -> i.op() == Op.SPECIAL && CLOCKS.contains(i.special()));
  }

  public boolean isMemory() {
    return switch (pipe) {
      case CONSTANT, SHARED, GLOBAL, PRIVATE, TEXTURE -> true;
      default -> false;
    };
  }
}
