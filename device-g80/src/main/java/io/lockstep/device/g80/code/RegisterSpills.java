// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.RegisterDemand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.rows.PrivateFrame;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Chooses values to keep outside of registers under a limit: first values that one move
 * rematerialises (immediates, arguments, ids of the block and sizes), then those accessed least
 * and, among equals, those with the farthest next use, which are spilled to local memory at their
 * definition. Each use reloads such a value.
 *
 * <p>A use counts eight times for each enclosing loop, as in compilers that have no trip counts.
 */
final class RegisterSpills {
  private record Place(Block block, Instruction instruction, int number) {}

  private interface Visitor {
    void at(Place place, BitSet live, List<Integer> used);
  }

  private final AllocatedKernel names;
  private final Kernel kernel;
  private final RegisterDemand demand;
  private final Liveness liveness;
  private final BitSet fixed; // values without a general register, or that must keep it
  private final BitSet threadIndex;
  private final List<BitSet> reads =
      new ArrayList<>(); // by value: numbers of the instructions that read it
  private final BitSet again = new BitSet(); // rematerialised for each use
  private final BitSet spilled = new BitSet();
  private final BitSet repeatable = new BitSet();
  private final BitSet addresses;
  private final BitSet pinned = new BitSet();
  private final long[] cost;
  private final SpillSlot[] slots;
  private final int privateBytes;
  private final int spilledBytes;
  private final int surplus; // live addresses beyond the address registers
  private final int registers;
  private final String reason;

  RegisterSpills(AllocatedKernel names, IntPredicate folded, RegisterLimit limit) {
    this.names = names;
    reason = limit.reason();
    kernel = names.kernel();
    demand = new RegisterDemand(kernel);
    liveness = new Liveness(kernel);
    threadIndex = RegisterCount.beforeThreadIndex(kernel);
    addresses = RegisterCount.sharedAddresses(kernel);
    int n = kernel.registers().size();
    fixed = (BitSet) addresses.clone();
    for (int r = 0; r < n; r++) {
      if (folded.test(r) || demand.weight(r) == 0) {
        fixed.set(r);
      }
    }
    surplus = Math.max(0, demand.most(addresses::get) - RegisterCount.ADDRESS_REGISTERS);
    cost = new long[n];
    for (int r = 0; r < n; r++) {
      reads.add(new BitSet());
    }
    price();
    choose(limit.registers());
    slots = new SpillSlot[n];
    int start = (kernel.privateBytes() + 3) / 4 * 4;
    int at = start;
    for (int r = spilled.nextSetBit(0); r >= 0; r = spilled.nextSetBit(r + 1)) {
      slots[r] = new SpillSlot(at, 4 * demand.weight(r));
      at += slots[r].bytes();
    }
    spilledBytes = at - start;
    privateBytes = spilledBytes == 0 ? kernel.privateBytes() : at;
    int[] most = {0};
    each((place, live, used) -> most[0] = Math.max(most[0], held(place.block(), live, used)));
    registers = most[0];
  }

  int registers() {
    return registers;
  }

  PrivateFrame frame() {
    return new PrivateFrame(
        privateBytes,
        spilledBytes,
        ("kernel '%s' is compiled for %s registers, %s; values made again: %s,"
                + " spilled: %s (%s bytes a thread)")
            .formatted(
                kernel.name(),
                registers,
                reason,
                again.cardinality(),
                spilled.cardinality(),
                spilledBytes));
  }

  /** Lowers an instruction of the original kernel between reloads and stores. */
  void lower(Instruction i, RowEmitter out, Timings timings, Runnable instruction) {
    boolean idle =
        names.isCopy(i) // readers of the copy read its source
            && i.writes().stream().allMatch(r -> reads.get(r).isEmpty());
    if (!idle && i.writes().stream().anyMatch(again::get)) {
      return;
    }
    int t = timings.simple;
    if (!idle) {
      TreeMap<Integer, List<Integer>> back = new TreeMap<>();
      for (int k = 0; k < i.sources().size(); k++) {
        Operand o = i.sources().get(k);
        int value = o.isRegister() ? names.value(i, k) : -1;
        if (value >= 0 && (again.get(value) || spilled.get(value))) {
          back.computeIfAbsent(value, v -> new ArrayList<>()).add(o.register());
        }
      }
      back.forEach(
          (value, registersRead) -> {
            List<Integer> to = registersRead.stream().distinct().toList();
            if (again.get((int) value)) {
              int n = demand.weight(value);
              out.again(i, new Row.Cost(n, n * t, timings.simpleLatency), to);
            } else {
              out.move(i, t, WarpCode.LOAD, to, slots[value]);
            }
          });
    }
    instruction.run();
    if (!idle) {
      for (int d : i.writes()) {
        if (spilled.get(d)) {
          out.move(i, t, WarpCode.STORE, List.of(d), slots[d]);
        }
      }
    }
  }

  private void price() {
    RegisterFacts uses = new RegisterFacts(kernel);
    int number = -1;
    for (Block block : kernel.blocks()) {
      long weight = RegisterFacts.weight(block);
      for (Instruction i : block.instructions()) {
        number++;
        boolean shared = i.memory() != null && i.memory().space() == Space.LOCAL;
        for (int k = 0; k < i.sources().size(); k++) {
          Operand o = i.sources().get(k);
          if (o.isRegister()) {
            reads.get(o.register()).set(number);
            cost[o.register()] += weight;
            if (shared && k == 0) {
              pinned.set(o.register());
              // elsewhere the word may be an operand that needs the address
            }
          }
        }
        for (int d : i.writes()) {
          cost[d] += weight;
          if (WarpCode.readsClock(i)) {
            pinned.set(d);
          }
          if (isRepeatable(i) && uses.isWrittenOnce(d)) {
            repeatable.set(d);
          }
        }
      }
    }
  }

  private static boolean isRepeatable(Instruction i) {
    if (i.guard() >= 0 || i.writes().size() != 1 || !i.reads().isEmpty()) {
      return false;
    }
    return switch (i.op()) {
      case MOVE -> true;
      case SPECIAL -> !i.special().isOfLane() && !WarpCode.readsClock(i);
      case LOAD -> i.memory().space() == Space.PARAMETER;
      default -> false;
    };
  }

  private void each(Visitor visitor) {
    int first = 0;
    for (Block block : kernel.blocks()) {
      BitSet live = liveness.liveOut(block.id());
      List<Instruction> code = block.instructions();
      for (int k = code.size() - 1; k >= 0; k--) {
        Instruction i = code.get(k);
        BitSet with = (BitSet) live.clone();
        i.writes().forEach(with::set);
        Place place = new Place(block, i, first + k);
        visitor.at(place, with, i.writes());
        Liveness.before(i, live);
        visitor.at(place, live, i.reads());
      }
      first += code.size();
    }
  }

  /** Registers in use at a point, including those of reloaded values. */
  private int held(Block block, BitSet live, List<Integer> used) {
    int n = surplus + (threadIndex.get(block.id()) ? RegisterCount.THREAD_INDEX : 0);
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      boolean kept = !again.get(r) && !spilled.get(r);
      n += !fixed.get(r) && (kept || used.contains(r)) ? demand.weight(r) : 0;
    }
    return n;
  }

  /** Number of the next instruction that reads a value; reads of the next iteration come last. */
  private int nextUse(int register, int from) {
    int next = reads.get(register).nextSetBit(from);
    return next >= 0 ? next : kernel.size() + reads.get(register).nextSetBit(0);
  }

  private void choose(int limit) {
    boolean[] changed = {true};
    while (changed[0]) {
      changed[0] = false;
      each(
          (place, live, used) -> {
            int excess = held(place.block(), live, used) - limit;
            changed[0] |= excess > 0 && relieve(live, place, excess);
          });
    }
  }

  /** Frees the cheapest values that an instruction does not access; false if there are none. */
  private boolean relieve(BitSet live, Place place, int excess) {
    Instruction i = place.instruction();
    List<Integer> values = new ArrayList<>();
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      boolean free = !fixed.get(r) && !pinned.get(r) && !again.get(r) && !spilled.get(r);
      if (free && !i.reads().contains(r) && !i.writes().contains(r)) {
        values.add(r);
      }
    }
    values.sort(
        Comparator.<Integer, Boolean>comparing(r -> !repeatable.get(r))
            .thenComparing(r -> cost[r])
            .thenComparing(r -> -nextUse(r, place.number()))
            .thenComparing(r -> r));
    int left = excess;
    for (int r : values) {
      if (left <= 0) {
        break;
      }
      (repeatable.get(r) ? again : spilled).set(r);
      left -= demand.weight(r);
    }
    return left < excess;
  }
}
