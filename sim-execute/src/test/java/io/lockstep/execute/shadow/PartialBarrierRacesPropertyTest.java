// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import static io.lockstep.execute.TestKernel.i;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.check.ExecutionFinding;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.MemoryFence;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/**
 * Races of a kernel with barriers for parts of the group, against happens-before by its definition:
 * of each work-item the set of all accesses that are ordered before its next one.
 */
class PartialBarrierRacesPropertyTest {
  private static final int LOCAL_BYTES = 256;
  private static final int BARRIERS = 2;

  private record Event(int lane, int kind, boolean local, int at, int bytes, BitSet before) {
    boolean conflicts(Event o) {
      boolean overlap = local == o.local && at < o.at + o.bytes && o.at < at + bytes;
      return overlap && lane != o.lane && AccessChecksPropertyTest.conflicting(kind, o.kind);
    }
  }

  /** What happened so far, by definition. */
  private static final class History {
    final List<Event> events = new ArrayList<>();
    final BitSet[] known;
    final BitSet[] released = new BitSet[BARRIERS];

    History(int size) {
      known = sets(size);
      Arrays.setAll(released, k -> new BitSet());
    }

    private static BitSet[] sets(int count) {
      BitSet[] sets = new BitSet[count];
      Arrays.setAll(sets, k -> new BitSet());
      return sets;
    }

    void access(int lane, int kind, boolean local, int at, int bytes) {
      events.add(new Event(lane, kind, local, at, bytes, (BitSet) known[lane].clone()));
      known[lane].set(events.size() - 1);
    }

    /** Those of some accesses that were to memory that a fence orders. */
    private BitSet fenced(BitSet of, MemoryFence fence) {
      BitSet some = new BitSet();
      of.stream()
          .filter(n -> events.get(n).local ? fence.local() : fence.device())
          .forEach(some::set);
      return some;
    }

    /** All of the group meet. */
    void meet(MemoryFence fence) {
      BitSet all = new BitSet();
      all.set(0, events.size());
      BitSet some = fenced(all, fence);
      Arrays.stream(known).forEach(k -> k.or(some));
    }

    /** Some lanes meet among themselves. */
    void meet(int from, int to, MemoryFence fence) {
      BitSet all = new BitSet();
      Arrays.stream(known, from, to).forEach(all::or);
      BitSet some = fenced(all, fence);
      Arrays.stream(known, from, to).forEach(k -> k.or(some));
    }

    void arrive(BitSet lanes, int id, MemoryFence fence) {
      lanes.stream().forEach(i -> released[id].or(fenced(known[i], fence)));
    }

    void leave(BitSet lanes, int id, MemoryFence fence) {
      BitSet some = fenced(released[id], fence);
      lanes.stream().forEach(i -> known[i].or(some));
    }

    /** Accesses that race with an earlier one. */
    long racing() {
      return IntStream.range(0, events.size()).filter(later -> spread(later) != 0).count();
    }

    /** Numbers of work-items of all pairs that race, exclusive-ored, all together. */
    int spread() {
      return IntStream.range(0, events.size()).map(this::spread).reduce(0, (a, b) -> a | b);
    }

    private int spread(int later) {
      Event e = events.get(later);
      int spread = 0;
      for (int n = e.before.nextClearBit(0); n < later; n = e.before.nextClearBit(n + 1)) {
        spread |= e.conflicts(events.get(n)) ? e.lane ^ events.get(n).lane : 0;
      }
      return spread;
    }
  }

  private static Kernel kernelWithPartialBarrier(TestKernel k) {
    k.memory.allocate("a", Type.I32, 4 * LOCAL_BYTES, null);
    for (MemoryFence fence : MemoryFence.values()) {
      k.add(InstructionBuilder.of(Op.FENCE, Type.I1).variant(Variant.Fence.LANES).fence(fence));
    }
    k.add(
        InstructionBuilder.of(Op.BARRIER, Type.I32)
            .variant(Variant.Barrier.ARRIVE)
            .from(i(1), i(8)));
    int end = k.builder.block();
    k.goOn(end);
    k.exit();
    return k.builder.build();
  }

  private static ActiveLanes lanes(int size, BitSet members) {
    ActiveLanes lanes = new ActiveLanes(size);
    members.stream().forEach(i -> lanes.mask[i >>> 6] |= 1L << i);
    lanes.update(1);
    return lanes;
  }

  private static BitSet some(Random random, int size) {
    BitSet members = new BitSet();
    int stride = 1 + random.nextInt(4);
    int first = random.nextInt(size);
    for (int i = first; i < size; i += stride) {
      members.set(i);
    }
    return members;
  }

  @Property(tries = 500)
  @Label("races and the smallest width are those of the definition, also of parts of the group")
  void racesAndTheSmallestWidthAreThoseOfTheDefinitionAlsoOfPartsOf(@ForAll long seed) {
    Random random = new Random(seed);
    int size = 2 + random.nextInt(90);
    TestKernel k = new TestKernel(size, 1, 1);
    Kernel kernel = kernelWithPartialBarrier(k);
    CheckLog log = new CheckLog(Set.of(ExecutionCheck.RACES));
    AccessChecks checks = AccessChecks.of(log, kernel, k.geometry, k.memory, LOCAL_BYTES);
    int[] numbers = AccessChecksPropertyTest.numbers(checks);
    checks.begin(0);
    History history = new History(size);
    int spots = 1 + random.nextInt(12);
    int steps = random.nextInt(60);
    for (int step = 0; step < steps; step++) {
      int lane = random.nextInt(size);
      int id = random.nextInt(BARRIERS);
      MemoryFence fence = MemoryFence.values()[random.nextInt(4)];
      int[] ids = new int[size];
      Arrays.fill(ids, id);
      switch (random.nextInt(10)) {
        case 0 -> {
          checks.barrier(fence);
          history.meet(fence);
        }
        case 1 -> {
          BitSet one = new BitSet();
          one.set(lane);
          var ofSet = kernel.blocks().get(0).instructions().get(fence.ordinal());
          checks.fence(ofSet).run(lanes(size, one));
          int set = lane & ~31;
          history.meet(set, Math.min(set + 32, size), fence);
        }
        case 2 -> {
          BitSet arriving = some(random, size);
          checks.arrive(lanes(size, arriving), ids, id, fence);
          history.arrive(arriving, id, fence);
        }
        case 3, 4 -> {
          BitSet waiting = some(random, size);
          checks.arrive(lanes(size, waiting), ids, id, fence);
          history.arrive(waiting, id, fence);
          checks.leave(lanes(size, waiting), ids, id, fence);
          history.leave(waiting, id, fence);
          boolean all = waiting.cardinality() == size;
          checks.complete(id, all, fence);
          history.released[id].clear();
          if (all) {
            history.meet(fence);
          }
        }
        default -> {
          int kind = random.nextInt(4);
          int bytes = kind >= ShadowCells.ATOMIC ? 4 : 1 << random.nextInt(5);
          int at = 4 * random.nextInt(spots) & -bytes;
          boolean local = random.nextBoolean();
          if (local) {
            checks.local(at, bytes, kind, lane, numbers[kind]);
          } else {
            checks.global(Address.of(0, at), bytes, kind, lane, numbers[kind]);
          }
          history.access(lane, kind, local, at, bytes);
        }
      }
    }
    int spread = history.spread();
    checks.report(log, false, "k");
    assertThat(log.findings().stream().mapToLong(ExecutionFinding::count).sum())
        .isEqualTo(history.racing());
    assertThat(checks.hasRaces()).isEqualTo(spread != 0);
    assertThat(checks.minimumWidth())
        .isEqualTo(spread == 0 ? 1 : 2 * Integer.highestOneBit(spread));
  }
}
