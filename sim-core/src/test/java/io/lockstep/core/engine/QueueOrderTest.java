// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.BinaryHeapQueue;
import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.EventQueue;
import io.lockstep.core.queue.Phase;
import io.lockstep.core.queue.SplitMix;
import io.lockstep.core.queue.TimingWheel;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The wheel gives the same events in the same order as a heap over the whole order. */
class QueueOrderTest {
  private static final int KINDS = 13;

  /** How far ahead events are scheduled. */
  enum Workload {
    GPU {
      @Override
      long delay(long r) {
        long choice = r % 10;
        return choice < 6 ? 1L << (r / 10 % 4) : choice < 9 ? 20 + r / 10 % 21 : 200 + r / 10 % 601;
      }
    },
    UNIFORM {
      @Override
      long delay(long r) {
        return 1 + r % 2000;
      }
    },
    FAR {
      @Override
      long delay(long r) {
        return r % 10 == 0 ? 9_000 + r / 10 % 2_000 : 1 + r / 10 % 100;
      }
    },
    BEYOND {
      @Override
      long delay(long r) {
        long choice = r % 10; // up to and across the borders of buckets, epochs and the heap
        return choice < 4
            ? 100 + r / 10 % 300
            : choice < 7 ? 130_500 + r / 10 % 1_000 : 1 + r / 10 % 400_000;
      }
    },
    SAME_TICK {
      @Override
      long delay(long r) {
        return r % 3 == 0 ? 1_024L * (1 + r / 3 % 3) : 1 + r % 2;
      }
    };

    abstract long delay(long random);
  }

  @Property(tries = 60)
  void wheelEqualsHeap(
      @ForAll Workload workload,
      @ForAll("pending") int pending,
      @ForAll @IntRange(min = 0, max = 1000) int seed) {
    List<Long> wheel = trace(new TimingWheel(256), workload, pending, seed);
    List<Long> heap = trace(new BinaryHeapQueue(), workload, pending, seed);
    assertThat(wheel).isEqualTo(heap);
  }

  @Provide
  Arbitrary<Integer> pending() {
    return Arbitraries.of(1, 3, 100, 3_000);
  }

  /** Executes events as a partition would; each schedules one more, at times in the same tick. */
  private static List<Long> trace(EventQueue queue, Workload workload, int pending, int seed) {
    for (int k = 0; k < KINDS; k++) {
      queue.kind(k, phase(k));
    }
    long random = SplitMix.mix(seed + 1L);
    for (int i = 0; i < pending; i++) {
      random = SplitMix.mix(random + i);
      int kind = (int) ((random >>> 8) % KINDS);
      queue.add((random >>> 20) % 700, kind, Event.of(kind, i, i), 0);
    }
    List<Long> trace = new ArrayList<>();
    long[] taken = new long[8];
    int budget = 8 * pending + 2_000;
    while (trace.size() < 3 * budget) {
      long tick = queue.nextTick();
      queue.open(tick);
      int pass = 0;
      do {
        int kind;
        while ((kind = queue.nextKind()) >= 0) {
          while (queue.remaining() > 0) {
            int n = Math.min(queue.remaining(), taken.length);
            queue.take(taken, 0, n);
            for (int i = 0; i < n; i++) {
              trace.add(tick);
              trace.add((long) kind << 8 | pass);
              trace.add(taken[i]);
              random = SplitMix.mix(random + taken[i]);
              int next = (int) ((random >>> 8) % KINDS);
              long event = Event.of(next, Event.component(taken[i]), Event.argument(taken[i]) + 1);
              if (pass < 5 && (random & 15) == 0) {
                queue.addNow(next, event, 0, phase(next).compareTo(phase(kind)) <= 0);
              } else {
                queue.add(tick + workload.delay(random >>> 20), next, event, 0);
              }
            }
          }
        }
        pass++;
      } while (queue.nextPass());
      assertThat(queue.size()).isEqualTo(pending);
    }
    return trace;
  }

  private static Phase phase(int kind) {
    return Phase.values()[kind * 7 % 3];
  }

  @Test
  @DisplayName(
      "buckets that have grown keep their order, beside kinds that come later and in passes")
  void grownBuckets() {
    TimingWheel wheel = new TimingWheel(64);
    for (int round = 0; round < 2; round++) {
      for (int kind = 0; kind < 5; kind++) { // a kind's buckets are made behind others' events
        if (round == 0) {
          wheel.kind(kind, Phase.WORK);
        }
        for (int i = 0; i < 1 << 3 * kind; i++) {
          wheel.add(3 + 10 * round, kind, Event.of(kind, 0, i), 0);
        }
      }
      wheel.open(wheel.nextTick());
      for (int pass = 0; pass < 2; pass++) {
        for (int kind = 0; kind < 5; kind++) {
          assertThat(wheel.nextKind()).isEqualTo(kind);
          assertThat(wheel.remaining()).isEqualTo(1 << 3 * kind);
          long[] taken = new long[100];
          for (int at = 0; wheel.remaining() > 0; ) {
            int n = Math.min(wheel.remaining(), taken.length);
            wheel.take(taken, 0, n);
            for (int i = 0; i < n; i++) {
              assertThat(taken[i]).isEqualTo(Event.of(kind, 0, at++));
              if (pass == 0) {
                wheel.addNow(kind, taken[i], 0, true);
              }
            }
          }
        }
        assertThat(wheel.nextKind()).isNegative();
        assertThat(wheel.nextPass()).isEqualTo(pass == 0);
      }
      assertThat(wheel.size()).isZero();
    }
  }

  @Test
  void windowMustBeAPowerOfTwo() {
    assertThatThrownBy(() -> new TimingWheel(100)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TimingWheel(32)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("permuted ties: every order of sources occurs, each source keeps its own order")
  void permutedTies() {
    boolean[] firstFromSource = new boolean[3];
    boolean interleaved = false;
    for (long seed = 0; seed < 40; seed++) {
      BinaryHeapQueue queue = new BinaryHeapQueue(seed);
      queue.kind(0, Phase.WORK);
      for (int i = 0; i < 9; i++) {
        queue.add(4, 0, Event.of(0, i % 3, i), i % 3);
      }
      queue.open(4);
      queue.nextKind();
      long[] taken = new long[9];
      queue.take(taken, 0, 9);
      int[] last = {-1, -1, -1};
      for (long event : taken) {
        int source = Event.component(event);
        assertThat(Event.argument(event)).isGreaterThan(last[source]);
        last[source] = Event.argument(event);
      }
      firstFromSource[Event.component(taken[0])] = true;
      interleaved |= Event.component(taken[0]) != Event.component(taken[1]);
    }
    assertThat(firstFromSource).containsOnly(true);
    assertThat(interleaved).isTrue();
  }
}
