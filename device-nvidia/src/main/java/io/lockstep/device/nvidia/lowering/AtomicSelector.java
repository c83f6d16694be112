// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import java.util.List;
import java.util.Set;

/**
 * Selects atomic operations that ptxas 13.0 makes of several instructions.
 *
 * <p>Shared memory performs those on integers of 32 bits, and exchanges and compare-and-swaps of
 * 64. All others are a loop that loads the word, computes and swaps (ATOMS.CAST.SPIN); its branch
 * goes back for the lanes whose swap failed.
 *
 * <p>Where all lanes certainly operate on one word of 32 bits, lanes are combined before: of an
 * addition of the same value, they are counted (POPC); without a result, REDUX combines them from
 * capability 8.0 on; before, and for sums with results, a full warp does by exchanges (SHFL). One
 * lane then performs the atomic.
 */
final class AtomicSelector {
  private static final Set<AtomicOp> COMBINED =
      Set.of(
          AtomicOp.ADD,
          AtomicOp.SUB,
          AtomicOp.MIN,
          AtomicOp.MAX,
          AtomicOp.AND,
          AtomicOp.OR,
          AtomicOp.XOR);
  private static final Set<AtomicOp> SWAPS = Set.of(AtomicOp.EXCHANGE, AtomicOp.COMPARE_EXCHANGE);
  private static final int STEPS = 5; // exchanges that combine 32 lanes

  private final CodeUnit unit;
  private final RegisterFacts facts;
  private final Operands operands;
  private final VirtualRegisters registers;
  private final Capability capability;
  private Uniformity uniformity; // null until an atomic asks

  AtomicSelector(CodeUnit unit) {
    this.unit = unit;
    facts = unit.facts();
    operands = unit.operands();
    registers = unit.registers();
    capability = unit.capability();
  }

  /** Whether shared memory lacks an operation, so that it is a loop. */
  boolean isLoop(Instruction i, Pipe pipe) {
    boolean native32 = i.type().bits() <= Integer.SIZE && !i.type().isFloat();
    return pipe == Pipe.SHARED
        && unit.applies(SassOption.ATOMIC_LOOPS)
        && !native32
        && !SWAPS.contains(i.atomic());
  }

  /**
   * Emits the loop of an operation that shared memory lacks.
   *
   * @param access the atomic as one instruction, with its address and memory slot
   */
  void loop(Instruction i, SassOp access, SassEmitter out) {
    Type type = i.type();
    boolean wide = type.bits() > Integer.SIZE;
    Value given = out.inRegister(operands.of(i.sources().get(1), wide));
    Value old =
        !i.writes().isEmpty()
            ? registers.of(i.destinations().get(0))
            : wide ? registers.pair(Kind.VECTOR) : registers.temporary(Kind.VECTOR);
    branch("BSSY", null, access, out);
    String size = wide ? ".64" : "";
    SassOp load = part("LDS" + size, AccessKind.ATTEMPT, access, out);
    load.results.add(old);
    Value next = next(i.atomic(), type, old, given, access, out);
    SassOp swap = part("ATOMS.CAST.SPIN" + size, AccessKind.SWAP, access, out);
    swap.sources.add(1, old);
    swap.sources.add(2, next);
    Value done;
    if (capability.isAtLeast(Capability.BLACKWELL_GRAPHICS)) {
      done = registers.temporary(Kind.PREDICATE);
      swap.results.add(done);
    } else {
      Value found = wide ? registers.pair(Kind.VECTOR) : registers.temporary(Kind.VECTOR);
      swap.results.add(found);
      done = compare("ISETP.EQ.U32.AND", found.low(), Value.immediate(1), out);
      if (wide) {
        done = emit("ISETP.EQ.AND.EX", List.of(found.high(), Value.ZERO, done), out);
      }
    }
    SassOp again = branch("BRA", done.not(), access, out);
    again.access = new Row.Access(AccessKind.RETRY, access.access.slot(), 0, null);
    branch("BSYNC", null, access, out);
  }

  /** Emits what a loop computes of the word, and returns it. */
  private Value next(
      AtomicOp op, Type type, Value old, Value given, SassOp access, SassEmitter out) {
    boolean least = op == AtomicOp.MIN || op == AtomicOp.MAX;
    if (type == Type.F32) {
      return emit(least ? "FMNMX" : "FADD", List.of(old, given), out);
    }
    if (type == Type.F64 && !least) {
      return emit("DADD", List.of(old, given), out);
    }
    if (least) { // the loop ends if the word is the result
      Value keeps =
          type == Type.F64
              ? emit("DSETP.LEU.AND", List.of(old, given), out)
              : emit(
                  "ISETP.GE.AND.EX",
                  List.of(
                      old.high(),
                      given.high(),
                      compare("ISETP.GE.U32.AND", old.low(), given.low(), out)),
                  out);
      branch("BRA", keeps, access, out);
      return given;
    }
    if (type.bits() <= Integer.SIZE) {
      return emit("HADD2", List.of(old, given), out);
    }
    boolean sum = op == AtomicOp.ADD || op == AtomicOp.SUB;
    String name = sum ? "IADD3" : "LOP3.LUT";
    SassOp low = out.emit(name, unit(name), List.of(old.low(), given.low(), Value.ZERO));
    if (!sum) {
      Value high = emit(name, List.of(old.high(), given.high(), Value.ZERO), out);
      return low.results.get(0).with(high);
    }
    Value carry = registers.temporary(Kind.PREDICATE);
    low.results.add(carry);
    Value high = emit("IADD3.X", List.of(old.high(), given.high(), Value.ZERO, carry), out);
    return low.results.get(0).with(high);
  }

  private SassOp part(String name, AccessKind kind, SassOp access, SassEmitter out) {
    SassOp op = access.replaced(name, Pipe.SHARED, access.sources.subList(0, 1));
    op.results.clear();
    access.sources.stream().skip(1).filter(s -> s.kind() == Kind.UNIFORM).forEach(op.sources::add);
    op.access = new Row.Access(kind, access.access.slot(), access.access.bytes(), null);
    op.fixed = true;
    op.removable = false;
    return out.add(op);
  }

  private static SassOp branch(String name, Value guard, SassOp access, SassEmitter out) {
    SassOp op = new SassOp(name, Pipe.BRANCH);
    op.removable = false;
    op.guard = guard == null ? access.guard : guard;
    return out.add(op);
  }

  /** How lanes of an operation on one word are combined before it; null if they are not. */
  Row.Lanes combines(Instruction i, Pipe pipe) {
    boolean result = !i.writes().isEmpty();
    AtomicOp op = i.atomic();
    boolean possible =
        unit.applies(SassOption.COMBINED_ATOMICS)
            && pipe != Pipe.PRIVATE
            && i.guard() < 0
            && (i.type() == Type.I32 || isWideCount(i, pipe))
            && COMBINED.contains(op)
            && isUniform(i.sources().get(0));
    if (!possible || result && op != AtomicOp.ADD && op != AtomicOp.SUB) {
      return null;
    }
    boolean sum = op == AtomicOp.ADD || op == AtomicOp.SUB;
    boolean counts = sum && isUniform(i.sources().get(1));
    boolean reduces = !result && capability.isAtLeast(Capability.AMPERE);
    return counts || reduces ? Row.Lanes.ELECTED : Row.Lanes.ELECTED_IF_ALL;
  }

  /** Whether all lanes add one value of 64 bits to global memory. */
  private boolean isWideCount(Instruction i, Pipe pipe) {
    return i.type() == Type.I64
        && i.atomic() == AtomicOp.ADD
        && pipe == Pipe.GLOBAL
        && isUniform(i.sources().get(1));
  }

  private boolean isUniform(Operand o) {
    if (!o.isRegister()) {
      return true;
    }
    if (uniformity == null) {
      uniformity = new Uniformity(facts.kernel(), Uniformity.Among.WAVEFRONT);
    }
    return uniformity.isUniform(o.register());
  }

  /** Emits an atomic on one word behind what combines the lanes, which {@link #combines} says. */
  void combined(Instruction i, SassOp access, Row.Lanes lanes, SassEmitter out) {
    boolean result = !i.writes().isEmpty();
    AtomicOp op = i.atomic();
    boolean sum = op == AtomicOp.ADD || op == AtomicOp.SUB;
    boolean wide = i.type() == Type.I64;
    Value given = operands.of(i.sources().get(1), wide);
    boolean counts = lanes == Row.Lanes.ELECTED && sum && isUniform(i.sources().get(1));
    Value active = null;
    Value first;
    Value value;
    if (lanes == Row.Lanes.ELECTED) {
      active = uniform("VOTEU", List.of(), out);
      Value leader = uniform("UFLO", List.of(active), out);
      first = compare("ISETP.EQ.U32.AND", emit("S2R", List.of(), out), leader, out);
      value = counts ? count(active, given, out) : emit("REDUX", List.of(given), out);
    } else {
      Value all = compare("ISETP.NE.AND", emit("VOTE", List.of(), out), Value.immediate(-1), out);
      branch("BRA", all, access, out);
      value = exchanges(op, out.inRegister(given), out);
      first = compare("ISETP.EQ.AND", emit("S2R", List.of(), out), Value.ZERO, out);
    }
    access.guard = first;
    Value one = out.inRegister(value);
    access.sources.set(1, one);
    if (!result) {
      out.add(access);
      return;
    }
    Value old = wide ? registers.pair(Kind.VECTOR) : registers.temporary(Kind.VECTOR);
    access.results.clear();
    access.results.add(old);
    access.whole = true;
    out.add(access);
    ownOfEach(counts, active, given, old, i, out);
  }

  private Value count(Value active, Value given, SassEmitter out) {
    Value number = emit("POPC", List.of(active), out);
    if (given.high() != null) {
      Value product = emit("IMAD.WIDE.U32", List.of(number, given.low(), Value.ZERO), out);
      return given.high().isZero()
          ? product
          : product.low().with(emit("IMAD", List.of(number, given.high(), product.high()), out));
    }
    boolean one = given.kind() == Kind.IMMEDIATE && given.number() == 1;
    return one ? number : emit("IMAD", List.of(number, given, Value.ZERO), out);
  }

  private Value exchanges(AtomicOp op, Value given, SassEmitter out) {
    Value value = given;
    for (int k = 0; k < STEPS; k++) {
      Value other = emit("SHFL", List.of(value, Value.immediate(1 << k), Value.ZERO), out);
      String name =
          switch (op) {
            case MIN, MAX -> capability.isAtLeast(Capability.HOPPER) ? "VIMNMX" : "IMNMX";
            case AND, OR, XOR -> "LOP3.LUT";
            default -> "IADD3";
          };
      value = emit(name, List.of(value, other, Value.ZERO), out);
    }
    return value;
  }

  /** Emits each lane's own result: the old value and what the lanes before it have added. */
  private void ownOfEach(
      boolean counts, Value active, Value given, Value old, Instruction i, SassEmitter out) {
    Value before;
    if (counts) {
      Value below = emit("S2R", List.of(), out);
      below = emit("LOP3.LUT", List.of(below, out.inRegister(active), Value.ZERO), out);
      before = count(below, given, out);
    } else {
      before = emit("SHFL", List.of(out.inRegister(given), Value.ZERO, Value.ZERO), out);
    }
    Value base = emit("SHFL", List.of(old.low(), Value.ZERO, Value.ZERO), out);
    if (old.high() != null) {
      base = base.with(emit("SHFL", List.of(old.high(), Value.ZERO, Value.ZERO), out));
    }
    Value own = registers.of(i.destinations().get(0));
    SassOp sum = out.emit("IADD3", unit("IADD3"), List.of(base.low(), before.low(), Value.ZERO));
    sum.results.set(0, own.low());
    if (own.high() != null) {
      Value carry = registers.temporary(Kind.PREDICATE);
      sum.results.add(carry);
      List<Value> upper = List.of(base.high(), before.high(), Value.ZERO, carry);
      out.emit("IADD3.X", unit("IADD3.X"), upper).results.set(0, own.high());
    }
  }

  private static Pipe unit(String name) {
    return ArithmeticSelector.TABLE.unit(name);
  }

  private Value uniform(String name, List<Value> sources, SassEmitter out) {
    SassOp op = new SassOp(name, Pipe.UNIFORM);
    op.sources.addAll(sources);
    op.results.add(registers.temporary(Kind.UNIFORM));
    return out.add(op).results.get(0);
  }

  private static Value compare(String name, Value a, Value b, SassEmitter out) {
    return emit(name, List.of(a, b), out);
  }

  private static Value emit(String name, List<Value> sources, SassEmitter out) {
    return out.emit(name, unit(name), sources).results.get(0);
  }
}
