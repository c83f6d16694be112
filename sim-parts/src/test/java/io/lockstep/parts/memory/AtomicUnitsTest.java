// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Time of atomic operations on words that several units share. */
class AtomicUnitsTest {
  private static final int UNITS = 4;
  private static final int EACH = 24; // messages

  /** What a unit's n-th instruction does. */
  private interface Work {
    void issue(MemoryUnit unit, long tick, int token, int n);
  }

  /** Issues as fast as its unit accepts, then drains. */
  private static final class Issuer implements MemoryListener {
    private final Cluster cluster;
    private final MemoryUnit unit;
    private final int component;
    private final EventKind step;
    private final Work work;
    private int issued;
    private long drainedAt = -1;

    Issuer(Simulation simulation, int number, Rig.Shape shape, MemorySide side, Work work) {
      this.work = work;
      cluster = new Cluster(simulation.partition("cluster" + number));
      component = cluster.component("issuer" + number, this);
      step = cluster.kind("step", Phase.WORK, (Issuer i, long tick, int x) -> i.step(tick));
      unit = new MemoryUnit(cluster, "unit" + number, number, Rig.unit(shape), side, this);
      cluster.partition().at(1, step, component, 0);
    }

    private void step(long tick) {
      if (issued == EACH) {
        drainedAt = drainedAt < 0 && unit.drain(tick) ? tick : drainedAt;
      } else if (unit.canAccept()) {
        int token = unit.begin(1);
        work.issue(unit, tick, token, issued++);
        unit.end(token);
        cluster.partition().after(1, step, component, 0);
      }
    }

    @Override
    public void completed(int owner, int token, long tick) {}

    @Override
    public void accepting(long tick) {
      cluster.partition().after(1, step, component, 0);
    }

    @Override
    public void drained(long tick) {
      drainedAt = tick;
    }
  }

  /** The tick at which everything that all units did is done. */
  private static long ticks(boolean l2, boolean mall, int dies, long cost, Work work) {
    Rig.Shape shape = Rig.usual(false, l2, mall);
    Simulation simulation = Simulation.builder().build();
    MemorySide side =
        new MemorySide(
            simulation.partition("front"),
            Rig.side(shape, 256, cost),
            new Rig.Map(4, 4, 256, dies));
    List<Issuer> issuers = new ArrayList<>();
    for (int n = 0; n < UNITS; n++) {
      issuers.add(new Issuer(simulation, n, shape, side, work));
    }
    assertThat(simulation.run()).isEqualTo(Simulation.Status.DONE);
    side.check();
    issuers.forEach(i -> assertThat(i.drainedAt).as(simulation.diagnosis()).isPositive());
    return issuers.stream().mapToLong(i -> i.drainedAt).max().getAsLong();
  }

  private static Work onOneWord(boolean withResult, int lanes) {
    return (unit, tick, token, n) ->
        unit.atomic(tick, withResult ? token : MemoryUnit.NO_TOKEN, 4, 4, lanes);
  }

  @Property(tries = 60)
  void timeOnOneWordIsThatOfItsOperationsAndNeverFallsWithTheirCost(
      @ForAll boolean l2,
      @ForAll boolean mall,
      @ForAll @IntRange(min = 1, max = 4) int dies,
      @ForAll boolean withResult,
      @ForAll @IntRange(min = 1, max = 64) int lanes,
      @ForAll @IntRange(min = 1, max = 255) int cost) {
    Work work = onOneWord(withResult, lanes);
    long ticks = ticks(l2, mall, dies, cost, work);
    long operations = (long) UNITS * EACH * lanes;
    assertThat(ticks).isGreaterThanOrEqualTo(operations * cost);
    long more = ticks(l2, mall, dies, cost + 1, work);
    if (4 * operations * cost >= 3 * ticks) {
      assertThat(more).isGreaterThanOrEqualTo(ticks);
    } else { // the way there takes longer, in which rows of DRAM open in another order
      assertThat(more).isGreaterThanOrEqualTo(ticks - ticks / 10);
    }
    double serial = operations * 256.0;
    long many = ticks(l2, mall, dies, 256, work);
    assertThat((many - 500) / serial).isCloseTo(1, within(0.02)); // 500: both ways, once
  }

  @Test
  void operationsOnOtherWordsDoNotMakeAWordForgetItsTurn() {
    Work work =
        (unit, tick, token, n) -> {
          unit.atomic(tick, token, 4, 4, 8);
          for (int k = 1; k < 8; k++) {
            unit.atomicStore(tick, MemoryUnit.NO_TOKEN, 4 + 1024L * k, 4); // of the same slice
          }
        };
    assertThat(ticks(true, false, 1, 100, work)).isGreaterThanOrEqualTo(UNITS * EACH * 8 * 100L);
  }

  @Test
  void wordsOfOneMessageWaitEachForItsOwnTurn() {
    long apart = ticks(true, false, 1, 100, each(0b0011, 0b1100));
    long meeting = ticks(true, false, 1, 100, each(0b0011, 0b0110));
    long same = ticks(true, false, 1, 100, each(0b0011, 0b0011));
    // Two of four messages are on each word, or all of them on one.
    assertThat(apart).isBetween(UNITS * EACH * 50L, UNITS * EACH * 50L + 500);
    assertThat(same).isBetween(UNITS * EACH * 100L, UNITS * EACH * 100L + 500);
    assertThat(meeting).isGreaterThanOrEqualTo(UNITS * EACH * 100L);
  }

  /** Words of messages by turns. */
  private static Work each(int even, int odd) {
    return (unit, tick, token, n) ->
        unit.atomics(tick, MemoryUnit.NO_TOKEN, 0, 16, n % 2 == 0 ? even : odd);
  }

  @Property(tries = 30)
  void aTableOfBusyWordsKeepsThemUntilTheyAreFreeAndNoMore(@ForAll long seed) {
    Random random = new Random(seed);
    BusyWords words = new BusyWords();
    long[] until = new long[4096];
    int[] inARow = new int[until.length];
    for (long now = 0; now < 20_000; now++) {
      int word = random.nextInt(until.length);
      inARow[word] = until[word] > now ? inARow[word] + 2 : 2;
      until[word] = now + 1 + random.nextInt(200);
      assertThat(words.book(4L * word, now, until[word], 2)).isEqualTo(inARow[word]);
      int other = random.nextInt(until.length);
      long known = words.until(4L * other + random.nextInt(4));
      assertThat(Math.max(known, now)).isEqualTo(Math.max(until[other], now));
    }
  }
}
