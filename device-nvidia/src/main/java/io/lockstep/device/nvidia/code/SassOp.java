// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
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
final class SassOp {
  static final Liveness.Accesses<SassOp> ACCESSES =
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

  final String name;
  final Pipe pipe;

  /** Instructions of the portable kernel that it implements. */
  List<Instruction> from = List.of();

  final List<Value> results = new ArrayList<>();
  final List<Value> sources = new ArrayList<>();

  /** Predicate under which lanes execute it; null for all. */
  Value guard;

  /** Whether nothing reads the former value of the results of an instruction with a guard. */
  boolean whole;

  /** Byte offset of an access. */
  long offset;

  /** Byte offset of the address in shared memory of a copy. */
  long sharedOffset;

  /** Power of two of which the address without its offset is certainly a multiple. */
  int aligned = 1;

  /** Factor of the address register; 0 if it is not multiplied. */
  int scale;

  Row.Access access = Row.Access.NONE;

  /** Product of matrices; null for other instructions. */
  MatrixShape matrix;

  /** Block to which control may go; negative for none. */
  int target = -1;

  /** Whether it stays where it is, and all other instructions on their side of it. */
  boolean fixed;

  /** Whether it may be removed if nothing reads its results. */
  boolean removable = true;

  SassOp(String name, Pipe pipe) {
    this.name = name;
    this.pipe = pipe;
  }

  /** An instruction with other sources and another name that takes this one's place. */
  SassOp replaced(String other, Pipe unit, List<Value> operands) {
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
  void dropResults(BitSet wanted) {
    if (results.size() > 1 && !isMemory()) {
      results
          .subList(1, results.size())
          .removeIf(r -> r.kind() == Value.Kind.PREDICATE && !wanted.get(r.number()));
    }
  }

  void reads(IntConsumer register) {
    for (int k = 0; k < sources.size(); k++) {
      sources.get(k).registers(register);
    }
    if (guard != null) {
      guard.registers(register);
    }
  }

  void writes(IntConsumer register) {
    for (int k = 0; k < results.size(); k++) {
      results.get(k).registers(register);
    }
  }

  /** Replaces registers that it reads. */
  void renameReads(UnaryOperator<Value> names) {
    sources.replaceAll(s -> s.renamed(names));
    guard = guard == null ? null : guard.renamed(names);
  }

  void renameWrites(UnaryOperator<Value> names) {
    results.replaceAll(r -> r.renamed(names));
  }

  boolean is(String prefix) {
    int end = prefix.length();
    return name.startsWith(prefix) && (name.length() == end || name.charAt(end) == '.');
  }

  /** Whether the result is the lower halves of two registers, source 0 and above it source 2. */
  boolean packsHalves() {
    return is("PRMT")
        && guard == null
        && sources.get(1).equals(PACKED)
        && sources.stream().noneMatch(Value::negated);
  }

  boolean isMove() {
    return is("MOV") || is("IMAD.MOV") || is("UMOV");
  }

  /** Whether it moves a register to itself. */
  boolean isIdle() {
    return isMove() && guard == null && sources.equals(results);
  }

  /** Whether it reads the clock register. */
  boolean readsClock() {
    boolean reads = is("CS2R") || is("S2UR");
    return reads
        && from.stream().anyMatch(i -> i.op() == Op.SPECIAL && CLOCKS.contains(i.special()));
  }

  boolean isMemory() {
    return switch (pipe) {
      case CONSTANT, SHARED, GLOBAL, PRIVATE, TEXTURE -> true;
      default -> false;
    };
  }
}
