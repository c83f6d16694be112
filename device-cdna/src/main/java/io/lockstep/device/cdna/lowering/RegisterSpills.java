// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Chooses values to keep outside of vector registers: in accumulation registers, at the cost of a
 * move each way, or, if those do not suffice, in scratch memory.
 *
 * <p>Where too many values are live, those accessed least are chosen first, weighted by eight for
 * each enclosing loop, as compilers do without trip counts. A value keeps its location for its
 * lifetime; each use reads it back.
 */
final class RegisterSpills {
  enum Place {
    VECTOR,
    ACCUMULATION,
    SCRATCH
  }

  private final RegisterFacts facts;
  private final int[] home; // the register that all copies of a value share
  private final RegisterPressure pressure;
  private final Place[] places; // indexed by home register
  private final long[] cost;
  private final int[] scratch; // byte offset by home register
  private int scratchBytes;
  private boolean moved;

  RegisterSpills(
      RegisterFacts facts, OperandFolding folding, RegisterPressure pressure, Chip chip) {
    this.facts = facts;
    home = new int[facts.registers()];
    Arrays.setAll(home, folding::alias);
    this.pressure = pressure;
    places = new Place[facts.registers()];
    Arrays.fill(places, Place.VECTOR);
    cost = new long[facts.registers()];
    scratch = new int[facts.registers()];
    if (chip.mostAccumulation > 0) {
      if (!chip.unified) {
        accumulators();
      }
      price();
      int group = chip.group(facts.kernel());
      int limit = chip.vectorsOf(group);
      choose(limit - chip.reservedVectors, Place.VECTOR, Place.ACCUMULATION);
      choose(chip.accumulationOf(group), Place.ACCUMULATION, Place.SCRATCH);
      layOut();
    }
  }

  Place of(int register) {
    return places[home[register]];
  }

  /** The size of a value in vector registers or, elsewhere, in dwords. */
  int size(int register) {
    return pressure.vectors(register);
  }

  /** The byte offset of a value in scratch memory. */
  int scratch(int register) {
    return scratch[home[register]];
  }

  /** Bytes of scratch memory per work-item for spilled values. */
  int scratchBytes() {
    return scratchBytes;
  }

  int accumulation() {
    int[] most = {0};
    pressure.each((live, i) -> most[0] = Math.max(most[0], held(live, Place.ACCUMULATION)));
    return most[0];
  }

  /** Vector registers occupied at a point, values that the next instruction reloads included. */
  int vectors(BitSet live, Instruction next) {
    int n = held(live, Place.VECTOR);
    if (next != null && moved && next.op() != Op.MATRIX) {
      for (int r : next.reads()) {
        n += of(r) == Place.VECTOR ? 0 : size(r);
      }
    }
    return n;
  }

  private int held(BitSet live, Place place) {
    int n = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      if (of(r) == place) {
        n += size(r);
      }
    }
    return n;
  }

  private void choose(int most, Place from, Place to) {
    boolean[] changed = {true};
    while (changed[0]) {
      changed[0] = false;
      pressure.each(
          (live, i) -> {
            int n = from == Place.VECTOR ? vectors(live, i) : held(live, from);
            if (n > most) {
              changed[0] |= relieve(live, i, n - most, from, to);
            }
          });
    }
  }

  /** Moves the cheapest values that the next instruction does not access; false if none. */
  private boolean relieve(BitSet live, Instruction next, int excess, Place from, Place to) {
    List<Integer> values = new ArrayList<>();
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      boolean needed = next != null && (next.reads().contains(r) || next.writes().contains(r));
      if (of(r) == from && pressure.isVector(r) && facts.definitions(r) > 0 && !needed) {
        values.add(r);
      }
    }
    values.sort(
        (a, b) -> {
          int order = Long.compare(cost[home[a]], cost[home[b]]);
          return order != 0 ? order : Integer.compare(a, b);
        });
    int left = excess;
    for (int r : values) {
      if (left <= 0) {
        break;
      }
      left -= of(r) == from ? size(r) : 0;
      places[home[r]] = to;
      moved = true;
    }
    return left < excess;
  }

  /** Places matrix operands in accumulation registers, as a separate file requires. */
  private void accumulators() {
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op() == Op.MATRIX) {
          MatrixShape shape = i.matrix();
          i.destinations().forEach(this::accumulates);
          i.sources().stream()
              .skip(shape.leftInputs() + shape.rightInputs())
              .limit(shape.accumulators())
              .filter(Operand::isRegister)
              .forEach(o -> accumulates(o.register()));
        }
      }
    }
  }

  private void accumulates(int register) {
    if (facts.constant(home[register]) == null) {
      places[home[register]] = Place.ACCUMULATION;
      moved = true;
    }
  }

  private void price() {
    for (Block block : facts.kernel().blocks()) {
      long weight = RegisterFacts.weight(block);
      for (Instruction i : block.instructions()) {
        for (int r : i.reads()) {
          cost[home[r]] += weight;
        }
        for (int r : i.writes()) {
          cost[home[r]] += weight;
        }
      }
    }
  }

  private void layOut() {
    int at = (facts.kernel().privateBytes() + 3) / 4 * 4;
    int start = at;
    for (int r = 0; r < facts.registers(); r++) {
      if (places[r] == Place.SCRATCH) {
        scratch[r] = at;
        at += 4 * Math.max(1, size(r));
      }
    }
    scratchBytes = at - start;
  }
}
