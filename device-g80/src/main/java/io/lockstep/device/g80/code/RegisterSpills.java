// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.register.ProgramPoints;
import io.lockstep.lower.register.ProgramPoints.Point;
import io.lockstep.lower.register.ProgramPoints.Side;
import io.lockstep.lower.register.Rematerialisation;
import io.lockstep.lower.register.SpillSlots;
import io.lockstep.lower.register.Spiller;
import io.lockstep.lower.rows.PrivateFrame;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Chooses values to keep outside of registers under a limit: first values that one move
 * rematerialises (immediates, arguments, ids of the block and sizes), then those accessed least
 * and, among equals, those with the farthest next use, which are spilled to local memory at their
 * definition. Each use reloads such a value.
 */
final class RegisterSpills {
  private final AllocatedKernel names;
  private final Kernel kernel;
  private final RegisterFacts facts;
  private final RegisterCount count;
  private final List<BitSet> reads = new ArrayList<>(); // by value: numbers of its readers
  private final BitSet again = new BitSet(); // rematerialised for each use
  private final BitSet spilled = new BitSet();
  private final BitSet repeatable = new BitSet();
  private final BitSet pinned = new BitSet(); // values that must keep their register
  private final SpillSlots slots;
  private final int registers;
  private final String reason;

  RegisterSpills(AllocatedKernel names, IntPredicate folded, RegisterLimit limit) {
    this.names = names;
    reason = limit.reason();
    kernel = names.kernel();
    facts = new RegisterFacts(kernel);
    count = new RegisterCount(kernel, folded);
    Rematerialisation<Instruction> moves =
        new Rematerialisation<>(
            this::repeatable, (i, r) -> i.reads().forEach(r::accept), r -> false, 1);
    for (int r = 0; r < facts.registers(); r++) {
      reads.add(new BitSet());
      repeatable.set(r, !moves.recipe(r).isEmpty());
    }
    scan();
    ProgramPoints<Instruction> points =
        new ProgramPoints<>(
            kernel.blocks().stream().map(Block::instructions).toList(),
            facts.liveness()::liveOut,
            Liveness::before,
            EnumSet.of(Side.AFTER, Side.BEFORE));
    points.relieve(
        point -> held(point) - limit.registers(), this::mayLeave, this::order, this::leave);
    slots = new SpillSlots(kernel.privateBytes(), spilled, count::size);
    registers = points.most(this::held);
  }

  int registers() {
    return registers;
  }

  PrivateFrame frame() {
    return new PrivateFrame(
        slots.privateBytes(),
        slots.bytes(),
        ("kernel '%s' is compiled for %s registers, %s; values made again: %s,"
                + " spilled: %s (%s bytes a thread)")
            .formatted(
                kernel.name(),
                registers,
                reason,
                again.cardinality(),
                spilled.cardinality(),
                slots.bytes()));
  }

  /** Lowers an instruction of the original kernel between reloads and stores. */
  void lower(Instruction i, RowEmitter out, Timings timings, Runnable instruction) {
    boolean idle =
        names.isCopy(i) // readers of the copy read its source
            && i.writes().stream().allMatch(r -> facts.uses(r) == 0);
    if (idle) {
      instruction.run();
      return;
    }
    if (i.writes().stream().anyMatch(d -> again.get(d) && facts.definition(d) == names.of(i))) {
      return; // other definitions have no readers, or are copies that the scoreboard follows
    }
    new Spiller<Instruction>(
            this::values,
            (by, value) -> by.writes().forEach(value::accept),
            (by, value) -> isOutside(value),
            (by, one) -> reload(by, one, out, timings),
            (by, reads, writes) -> instruction.run(),
            (by, one, from) -> {
              if (spilled.get(one.get(0))) {
                out.move(by, timings.simple, WarpCode.STORE, one, slots.of(one.get(0)));
              }
            })
        .insert(List.of(i));
  }

  /** Visits the values for which an instruction's registers stand. */
  private void values(Instruction i, IntConsumer visitor) {
    registers(i).map(k -> names.value(i, k)).sorted().forEach(visitor);
  }

  private static IntStream registers(Instruction i) {
    return IntStream.range(0, i.sources().size()).filter(k -> i.sources().get(k).isRegister());
  }

  private List<Integer> reload(Instruction by, List<Integer> one, RowEmitter out, Timings timings) {
    int value = one.get(0);
    List<Integer> read =
        registers(by)
            .filter(k -> names.value(by, k) == value)
            .mapToObj(k -> by.sources().get(k).register())
            .distinct()
            .toList();
    if (again.get(value)) {
      int n = count.size(value);
      out.again(by, new Row.Cost(n, n * timings.simple, timings.simpleLatency), read);
    } else {
      out.move(by, timings.simple, WarpCode.LOAD, read, slots.of(value));
    }
    return one;
  }

  private boolean isOutside(int value) {
    return again.get(value) || spilled.get(value);
  }

  private void scan() {
    int number = 0;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        for (int r : i.reads()) {
          reads.get(r).set(number);
        }
        int address = RegisterCount.sharedAddress(i);
        if (address >= 0) {
          pinned.set(address); // elsewhere the word may be an operand that needs the address
        }
        if (WarpCode.readsClock(i)) {
          i.writes().forEach(pinned::set);
        }
        number++;
      }
    }
  }

  /** The only instruction that defines a value if it may be repeated; otherwise null. */
  private Instruction repeatable(int value) {
    Instruction i = facts.definition(value);
    boolean repeats =
        i != null
            && i.writes().size() == 1
            && switch (i.op()) {
              case MOVE -> true;
              case SPECIAL -> !i.special().isOfLane() && !WarpCode.readsClock(i);
              case LOAD -> i.memory().space() == Space.PARAMETER;
              default -> false;
            };
    return repeats ? i : null;
  }

  /** Registers in use at a point, including those of reloaded values. */
  private int held(Point<Instruction> point) {
    BitSet held = (BitSet) point.live().clone();
    held.andNot(again);
    held.andNot(spilled);
    Instruction i = point.instruction();
    (point.side() == Side.AFTER ? i.writes() : i.reads()).forEach(held::set);
    int n = count.reserved(point.block());
    for (int r = held.nextSetBit(0); r >= 0; r = held.nextSetBit(r + 1)) {
      n += count.needsRegister(r) ? count.size(r) : 0;
    }
    return n;
  }

  /** Whether a value may leave its register while an instruction executes. */
  private boolean mayLeave(Point<Instruction> point, int value) {
    Instruction i = point.instruction();
    return count.needsRegister(value)
        && !pinned.get(value)
        && !isOutside(value)
        && !i.reads().contains(value)
        && !i.writes().contains(value);
  }

  private Comparator<Integer> order(Point<Instruction> point) {
    return Comparator.<Integer, Boolean>comparing(r -> !repeatable.get(r))
        .thenComparing(facts::accesses)
        .thenComparing(r -> -nextUse(r, point.number()));
  }

  /** Number of the next instruction that reads a value; reads of the next iteration come last. */
  private int nextUse(int value, int from) {
    int next = reads.get(value).nextSetBit(from);
    return next >= 0 ? next : kernel.size() + reads.get(value).nextSetBit(0);
  }

  private int leave(int value) {
    (repeatable.get(value) ? again : spilled).set(value);
    return count.size(value);
  }
}
