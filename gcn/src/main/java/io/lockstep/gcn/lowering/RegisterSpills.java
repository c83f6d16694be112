// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.register.ProgramPoints;
import io.lockstep.lower.register.ProgramPoints.Point;
import io.lockstep.lower.register.ProgramPoints.Side;
import io.lockstep.lower.register.SpillSlots;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Computes the registers that a kernel needs, the maximum live at once in its schedule, and chooses
 * values to keep outside of vector registers: in {@link SpillRegisters}, at the cost of a move each
 * way, or, if those do not suffice, in scratch memory.
 *
 * <p>Where too many values are live, those accessed least are chosen first. A value keeps its
 * location for its lifetime; each use reads it back.
 */
final class RegisterSpills {
  enum Place {
    VECTOR,
    REGISTER,
    SCRATCH
  }

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final AddressModes modes;
  private final VectorCopies copies;
  private final ProgramPoints<Instruction> points;
  private final int[] home; // the register that all copies of a value share
  private final Place[] places; // indexed by home register
  private final long[] cost; // indexed by home register
  private final SpillSlots slots;
  private final SpillRegisters others; // null if there are none

  RegisterSpills(
      RegisterFacts facts,
      RegisterPlacement placement,
      AddressModes modes,
      VectorCopies copies,
      OperandFolding folding,
      List<List<Instruction>> schedule,
      Chip chip) {
    this.facts = facts;
    this.placement = placement;
    this.modes = modes;
    this.copies = copies;
    points =
        new ProgramPoints<>(
            schedule,
            facts.liveness()::liveOut,
            (i, live) -> {
              Liveness.before(i, live);
              modes.registers(i).forEach(live::set);
            },
            EnumSet.of(Side.END, Side.BEFORE));
    home = IntStream.range(0, facts.registers()).map(folding::alias).toArray();
    places = new Place[home.length];
    Arrays.fill(places, Place.VECTOR);
    cost = new long[home.length];
    others = chip.matrix.registers().orElse(null);
    if (others != null) {
      facts.code().stream().flatMapToInt(others::required).forEach(this::require);
      for (int r = 0; r < home.length; r++) {
        cost[home[r]] += facts.accesses(r);
      }
      int group = chip.group(facts.kernel());
      int limit = chip.vectorsOf(group) - chip.reservedVectors;
      choose(point -> vectors(point) - limit, Place.VECTOR, Place.REGISTER);
      int most = chip.spillRegistersOf(group);
      choose(point -> held(point.live(), Place.REGISTER) - most, Place.REGISTER, Place.SCRATCH);
    }
    BitSet spilled = new BitSet();
    for (int r = 0; r < home.length; r++) {
      spilled.set(r, places[r] == Place.SCRATCH);
    }
    slots = new SpillSlots(facts.kernel().privateBytes(), spilled, r -> Math.max(1, size(r)));
  }

  private void require(int register) {
    if (facts.constant(home[register]) == null) {
      places[home[register]] = Place.REGISTER;
    }
  }

  Place of(int register) {
    return places[home[register]];
  }

  /** The size of a value in vector registers or, elsewhere, in dwords. */
  int size(int register) {
    if (copies.isHeld(register)) {
      return 1;
    }
    int size = vectorSize(facts, placement, register);
    return modes.isNarrow(register) ? Math.min(1, size) : size;
  }

  static int vectorSize(RegisterFacts facts, RegisterPlacement placement, int register) {
    Type type = facts.kernel().registers().get(register);
    if (!placement.isVector(register) || type == Type.I1 || facts.constant(register) != null) {
      return 0;
    }
    return type.isWide() ? 2 : 1;
  }

  private int scalarSize(int register) {
    Type type = facts.kernel().registers().get(register);
    if (type == Type.I1) {
      return 2; // a lane mask, or a flag kept as a lane mask
    }
    if (placement.isVector(register) || facts.constant(register) != null) {
      return 0;
    }
    return type.isWide() && !modes.isNarrow(register) ? 2 : 1;
  }

  /** The byte offset of a value in scratch memory. */
  int scratch(int register) {
    return slots.of(home[register]).offset();
  }

  /**
   * The registers and the scratch memory of the kernel, registers included that hold no value of
   * it: VCC, the arguments' pointer and group ids.
   */
  RegisterCounts counts(Chip chip) {
    int vectors = Math.max(1, points.most(this::vectors)) + chip.reservedVectors;
    int scalars = points.most(point -> point.live().stream().map(this::scalarSize).sum());
    return new RegisterCounts(
        Math.min(vectors, chip.mostVectors),
        points.most(point -> held(point.live(), Place.REGISTER)),
        Math.min(scalars + chip.reservedScalars, chip.mostScalars),
        slots.bytes());
  }

  /** Vector registers occupied at a point, values that the next instruction reloads included. */
  private int vectors(Point<Instruction> point) {
    int n = held(point.live(), Place.VECTOR);
    Instruction next = point.instruction();
    if (next != null && (others == null || !others.accesses(next))) {
      for (int r : next.reads()) {
        n += of(r) == Place.VECTOR ? 0 : size(r);
      }
    }
    return n;
  }

  private int held(BitSet live, Place place) {
    int n = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      n += of(r) == place ? size(r) : 0;
    }
    return n;
  }

  /** Moves the cheapest values that the next instruction does not access. */
  private void choose(ToIntFunction<Point<Instruction>> excess, Place from, Place to) {
    points.relieve(
        excess,
        (point, r) -> {
          Instruction next = point.instruction();
          boolean needed = next != null && (next.reads().contains(r) || next.writes().contains(r));
          return of(r) == from
              && vectorSize(facts, placement, r) > 0
              && facts.definitions(r) > 0
              && !needed;
        },
        point -> Comparator.comparingLong(r -> cost[home[r]]),
        r -> {
          int freed = of(r) == from ? size(r) : 0; // 0 if a copy of it moved before
          places[home[r]] = to;
          return freed;
        });
  }
}
