// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import static io.lockstep.execute.TestKernel.access;
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
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Checks against the definition, pair by pair. */
class AccessChecksPropertyTest {
  private static final int LOCAL_BYTES = 5000;

  private record Event(
      long group, int epoch, int setEpoch, int lane, int kind, boolean local, long at, int bytes) {
    boolean conflicts(Event o) {
      boolean overlap = local == o.local && at < o.at + o.bytes && o.at < at + bytes;
      return overlap && conflicting(kind, o.kind);
    }

    /** Whether the two are of one group and nothing orders them. */
    boolean isUnordered(Event o) {
      boolean sameSet = lane >> 5 == o.lane >> 5;
      return group == o.group
          && lane != o.lane
          && epoch == o.epoch
          && !(sameSet && setEpoch != o.setEpoch);
    }
  }

  /** By the definition: one writes, and not both are atomic. */
  static boolean conflicting(int a, int b) {
    List<Integer> writing = List.of(ShadowCells.WRITE, ShadowCells.ATOMIC);
    List<Integer> atomic = List.of(ShadowCells.ATOMIC, ShadowCells.ATOMIC_READ);
    boolean writes = writing.contains(a) || writing.contains(b);
    return writes && !(atomic.contains(a) && atomic.contains(b));
  }

  /** Numbers of operations on lines 10 to 13: by kind of {@link ShadowCells}. */
  static int[] numbers(AccessChecks checks) {
    int[] numbers = new int[4];
    Op[] ops = {Op.LOAD, Op.STORE, Op.ATOMIC, Op.ATOMIC};
    for (int n = 0; n < ops.length; n++) {
      numbers[n] =
          checks.number(
              InstructionBuilder.of(ops[n], Type.I32)
                  .from(i(0))
                  .memory(access(Space.GLOBAL, Type.I32, 1))
                  .line(10 + n)
                  .build());
    }
    return numbers;
  }

  @Property(tries = 400)
  @Label("races, the smallest width and uninitialised reads are those of the definition")
  void racesTheSmallestWidthAndUninitialisedReadsAreThoseOfTheDefinition(@ForAll long seed) {
    Random random = new Random(seed);
    boolean sets = random.nextInt(3) == 0;
    TestKernel k = new TestKernel(1 << random.nextInt(8), 1, 1);
    k.geometry = new Geometry(1 + random.nextInt(3), 1, 1, k.geometry.sizeX(), 1, 1);
    k.memory.allocate("a", Type.I32, 5000, null);
    for (MemoryFence fence : sets ? MemoryFence.values() : new MemoryFence[0]) {
      k.add(InstructionBuilder.of(Op.FENCE, Type.I1).variant(Variant.Fence.LANES).fence(fence));
    }
    k.exit();
    Kernel kernel = k.builder.build();
    CheckLog log = new CheckLog(Set.of(ExecutionCheck.values()));
    AccessChecks checks = AccessChecks.of(log, kernel, k.geometry, k.memory, LOCAL_BYTES);
    int[] numbers = numbers(checks);
    List<Event> events = new ArrayList<>();
    long uninitialised = 0;
    int[] epoch = new int[2]; // of device memory, of local memory
    int spots = 1 + random.nextInt(40);
    boolean narrow = random.nextBoolean();
    for (int g = 0; g < k.geometry.groups(); g++) {
      checks.begin(g);
      epoch[0]++;
      epoch[1]++;
      boolean[] written = new boolean[LOCAL_BYTES];
      int[][] setEpochs = new int[8][2];
      int count = random.nextInt(30);
      for (int n = 0; n < count; n++) {
        int what = random.nextInt(12);
        int lane = random.nextInt(k.geometry.sizeX());
        MemoryFence fence = MemoryFence.values()[random.nextInt(4)];
        int device = fence == MemoryFence.DEVICE || fence == MemoryFence.BOTH ? 1 : 0;
        int ofLocal = fence == MemoryFence.LOCAL || fence == MemoryFence.BOTH ? 1 : 0;
        if (what == 0) {
          checks.barrier(fence);
          epoch[0] += device;
          epoch[1] += ofLocal;
        } else if (what == 1 && sets) {
          ActiveLanes lanes = new ActiveLanes(k.geometry.sizeX());
          lanes.mask[lane >> 6] |= 1L << lane;
          lanes.update(n + 1);
          checks.fence(kernel.blocks().get(0).instructions().get(fence.ordinal())).run(lanes);
          setEpochs[lane >> 5][0] += device;
          setEpochs[lane >> 5][1] += ofLocal;
        } else {
          int kind = random.nextInt(4);
          int bytes =
              kind >= ShadowCells.ATOMIC
                  ? 4
                  : 1 << (narrow ? random.nextInt(5) : 2 + random.nextInt(3));
          long at = 4 * 1010 + random.nextInt(spots) * 4L & -bytes; // around the end of a page
          boolean local = random.nextBoolean();
          int memory = local ? 1 : 0;
          int setEpoch = setEpochs[lane >> 5][memory];
          Event e = new Event(g, epoch[memory], setEpoch, lane, kind, local, at, bytes);
          if (local) {
            checks.local((int) at, bytes, kind, lane, numbers[kind]);
            boolean whole = true;
            for (int b = 0; b < bytes; b++) {
              whole &= written[(int) at + b];
              written[(int) at + b] |= kind == ShadowCells.WRITE || kind == ShadowCells.ATOMIC;
            }
            uninitialised += whole || kind == ShadowCells.WRITE ? 0 : 1;
          } else {
            checks.global(Address.of(0, at), bytes, kind, lane, numbers[kind]);
          }
          events.add(e);
        }
      }
    }
    int spread = 0;
    boolean inside = false;
    boolean between = false;
    for (Event a : events) {
      for (Event b : events) {
        if (a.conflicts(b)) {
          if (a.isUnordered(b)) {
            spread |= a.lane ^ b.lane;
            inside = true;
          }
          between |= !a.local && a.group != b.group;
        }
      }
    }
    checks.report(log, false, "k");
    assertThat(checks.minimumWidth()).isEqualTo(inside ? 2 * Integer.highestOneBit(spread) : 1);
    assertThat(checks.hasRaces()).isEqualTo(inside || between);
    List<ExecutionFinding> found = log.findings();
    assertThat(
            found.stream()
                .anyMatch(f -> f.accesses().first() != null && !f.accesses().betweenGroups()))
        .isEqualTo(inside);
    assertThat(found.stream().anyMatch(f -> f.accesses().betweenGroups())).isEqualTo(between);
    assertThat(
            found.stream()
                .filter(f -> f.check() == ExecutionCheck.UNINITIALISED)
                .mapToLong(ExecutionFinding::count)
                .sum())
        .isEqualTo(uninitialised);
  }

  @Test
  void shadowsStayBelowTheirLimitsAndCountWhatTheyForgot() {
    LaunchShadow launch = new LaunchShadow(64, 20 * 8192);
    GroupShadow group = new GroupShadow(16);
    for (int p = 0; p < 100; p++) {
      launch.access(p, 4 * p, 4, p % 3, 1L << 32 | 1);
      group.page(p, 1).epoch = 1;
    }
    assertThat(launch.forgotten()).isEqualTo(100 - 21); // one page more than the limit
    assertThat(group.forgotten()).isEqualTo(100 - 16);
    assertThat(launch.access(99, 0, 4096, 1, 2L << 32 | 1)).isNotZero();
    assertThat(launch.access(0, 0, 4096, 1, 2L << 32 | 1)).isZero();
    group.page(100, 2).epoch = 2;
    assertThat(group.forgotten()).as("what is older than the barrier is no loss").isEqualTo(84);
  }
}
