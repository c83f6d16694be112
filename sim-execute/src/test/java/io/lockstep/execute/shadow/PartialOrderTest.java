// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.state.GroupBarriers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Vector clocks of roles against happens-before by its definition: paths in a graph of events. */
class PartialOrderTest {
  /** Everything that happened, each with all that is ordered before it. */
  private static final class Definition {
    final List<BitSet> before = new ArrayList<>();
    final int[] last;

    Definition(int size) {
      last = new int[size];
      Arrays.fill(last, -1);
    }

    int event(int lane) {
      BitSet all = new BitSet();
      if (last[lane] >= 0) {
        all.or(before.get(last[lane]));
        all.set(last[lane]);
      }
      before.add(all);
      last[lane] = before.size() - 1;
      return last[lane];
    }
  }

  private record Access(int lane, int time, int event) {}

  private static ActiveLanes lanes(int size, BitSet members) {
    ActiveLanes lanes = new ActiveLanes(size);
    members.stream().forEach(i -> lanes.mask[i >>> 6] |= 1L << i);
    lanes.update(1);
    return lanes;
  }

  @Property(tries = 500)
  @Label("an access is ordered before a work-item exactly where a path leads there")
  void anAccessIsOrderedBeforeAWorkItemExactlyWhereAPathLeadsThere(@ForAll long seed) {
    Random random = new Random(seed);
    int size = 2 + random.nextInt(90);
    PartialOrder order = new PartialOrder(size);
    order.meet();
    Definition definition = new Definition(size);
    List<Access> accesses = new ArrayList<>();
    int roles = 1 + random.nextInt(4);
    for (int step = 0; step < 25; step++) {
      int lane = random.nextInt(size);
      switch (random.nextInt(4)) {
        case 0 -> { // a barrier: some arrive only, some wait, in several pieces
          int id = random.nextInt(GroupBarriers.COUNT);
          int[] ids = new int[size];
          Arrays.fill(ids, id);
          BitSet waiting = new BitSet();
          BitSet arriving = new BitSet();
          int role = random.nextInt(roles);
          for (int i = 0; i < size; i++) {
            boolean in = random.nextInt(8) == 0 || i % roles == role;
            waiting.set(i, in && random.nextBoolean());
            arriving.set(i, in && !waiting.get(i));
            ids[i] = in ? id : (id + 1) % GroupBarriers.COUNT;
          }
          BitSet all = (BitSet) waiting.clone();
          all.or(arriving);
          if (all.isEmpty()) {
            continue;
          }
          BitSet first = (BitSet) all.clone();
          first.clear(random.nextInt(size), size);
          BitSet second = (BitSet) all.clone();
          second.andNot(first);
          order.arrive(lanes(size, first), ids, id);
          order.arrive(lanes(size, second), ids, id);
          BitSet released = new BitSet();
          all.stream()
              .forEach(
                  i -> {
                    int e = definition.event(i);
                    released.or(definition.before.get(e));
                    released.set(e);
                  });
          // Whoever only arrived goes on before those who wait do.
          if (!arriving.isEmpty() && random.nextBoolean()) {
            int early = arriving.nextSetBit(0);
            accesses.add(new Access(early, order.time(early), definition.event(early)));
          }
          order.leave(lanes(size, waiting), ids, id);
          order.clear(id);
          waiting.stream().forEach(i -> definition.before.get(definition.event(i)).or(released));
        }
        case 1 -> {
          int from = lane / 32 * 32;
          int to = Math.min(size, from + 32);
          order.meet(from, to);
          BitSet released = new BitSet();
          for (int i = from; i < to; i++) {
            int e = definition.event(i);
            released.or(definition.before.get(e));
            released.set(e);
          }
          for (int i = from; i < to; i++) {
            definition.before.get(definition.event(i)).or(released);
          }
        }
        default -> accesses.add(new Access(lane, order.time(lane), definition.event(lane)));
      }
    }
    for (Access a : accesses) {
      for (int other = 0; other < size; other++) {
        if (other != a.lane) {
          int now = definition.last[other];
          boolean path = now >= 0 && definition.before.get(now).get(a.event);
          assertThat(order.isOrdered(a.lane, a.time, other))
              .as("access of %d at time %d, seen by %d", a.lane, a.time, other)
              .isEqualTo(path);
        }
      }
    }
  }

  @Test
  @DisplayName("all meet: whatever was, everybody begins anew")
  void allMeetWhateverWasEverybodyBeginsAnew() {
    PartialOrder order = new PartialOrder(64);
    order.meet();
    ActiveLanes some = new ActiveLanes(64);
    some.mask[0] = 0xF0F0;
    some.update(1);
    order.arrive(some, new int[64], 0);
    order.meet();
    assertThat(order.time(4)).isEqualTo(order.time(0)).isEqualTo(1);
    assertThat(order.isOrdered(4, 1, 0)).isFalse();
  }

  @Test
  @DisplayName("who arrived somewhere before all met has released nothing of what he does after")
  void arrivedBeforeAllMet() {
    PartialOrder order = new PartialOrder(64);
    order.meet();
    int[] third = new int[64];
    Arrays.fill(third, 3);
    int[] fifth = new int[64];
    Arrays.fill(fifth, 5);
    ActiveLanes lower = range(0, 32);
    ActiveLanes upper = range(32, 64);
    order.arrive(upper, fifth, 5);
    order.arrive(lower, third, 3);
    order.meet();
    int then = order.time(0);
    order.arrive(upper, third, 3);
    order.leave(upper, third, 3);
    assertThat(order.isOrdered(0, then, 40)).isFalse();
  }

  private static ActiveLanes range(int from, int to) {
    BitSet members = new BitSet();
    members.set(from, to);
    return lanes(64, members);
  }
}
