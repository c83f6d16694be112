// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.Phase;
import io.lockstep.core.queue.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Partitions and sinks on threads: equal to the byte, nothing lost, nobody stuck, nobody left. */
class ThreadsTest {
  private static final int NODES = 24;

  private static Traffic traffic(Simulation.Builder builder, int cut, int seed) {
    return new Traffic(builder.build(), NODES, cut, 2, 3).start(4, 30, seed);
  }

  private static List<String> outcome(Traffic traffic) {
    List<String> outcome = new ArrayList<>(traffic.results());
    outcome.add(traffic.simulation.fingerprint());
    outcome.add(traffic.simulation.events() + " events, tick " + traffic.simulation.now());
    return outcome;
  }

  /** A sink for which order matters; may dawdle. */
  private static final class Order implements EventSink {
    final int pause;
    long hash;
    long events;
    Thread last;

    Order(int pause) {
      this.pause = pause;
    }

    @Override
    public void onEvents(long tick, EventKind kind, EventBatch batch) {
      for (int i = 0; i < batch.size(); i++) {
        hash = SplitMix.mix(hash + tick * 31 + kind.hash + batch.component(i) * 7L);
      }
      events += batch.size();
      last = Thread.currentThread();
      if (pause > 0 && (events & 127) < batch.size()) {
        LockSupport.parkNanos(pause);
      }
    }
  }

  @Property(tries = 40)
  void threadsAndSinksChangeNothing(
      @ForAll int seed,
      @ForAll @IntRange(min = 2, max = 5) int cut,
      @ForAll @IntRange(min = 1, max = 4) int threads,
      @ForAll @IntRange(min = 0, max = 4) int ringBits,
      @ForAll @IntRange(min = 0, max = 7) int sinks,
      @ForAll boolean slow) {
    Traffic plain = traffic(Simulation.builder(), cut, seed);
    Order order = new Order(0);
    plain.simulation.attach(order);
    plain.simulation.run();
    final List<String> expected = outcome(plain);

    Traffic traffic =
        traffic(
            Simulation.builder().threads(threads).ringSize(1 << 2 * ringBits).alwaysHelp(),
            cut,
            seed);
    List<Order> attached = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      Order sink = new Order(slow ? 1_000 : 0);
      if (sinks == 7 || sinks >> s == 1) {
        attached.add(sink);
        traffic.simulation.attach(sink, s == 1 ? SinkThread.SAME : SinkThread.OWN);
      }
    }
    assertThat(traffic.simulation.run()).isEqualTo(Simulation.Status.DONE);
    assertThat(outcome(traffic)).isEqualTo(expected);
    for (Order sink : attached) {
      assertThat(sink.events).as("events that a sink saw").isEqualTo(order.events);
      assertThat(sink.hash).as("their order").isEqualTo(order.hash);
    }
    traffic.simulation.close();
  }

  @Property(tries = 10)
  void delaysOfHandlersChangeNothing(@ForAll int seed) {
    List<String> outcomes = new ArrayList<>();
    for (int threads = 1; threads <= 3; threads++) {
      Simulation simulation = Simulation.builder().threads(threads).alwaysHelp().build();
      Chatter chatter = new Chatter(simulation, 3, seed, threads > 1);
      simulation.run();
      outcomes.add(chatter.results() + " " + simulation.fingerprint());
      simulation.close();
    }
    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
    assertThat(outcomes.get(2)).isEqualTo(outcomes.get(0));
  }

  /** One node a partition; each answers every message, some after dawdling in real time. */
  private static final class Chatter {
    final long[][] sums;
    final Port[][] ports;

    Chatter(Simulation simulation, int parts, long seed, boolean dawdle) {
      sums = new long[parts][16]; // a line of memory each
      ports = new Port[parts][parts];
      EventKind[] work = new EventKind[parts];
      for (int i = 0; i < parts; i++) {
        int self = i;
        Partition part = simulation.partition("part" + i);
        work[i] =
            part.kind(
                "work",
                Phase.WORK,
                (tick, c, x) -> {
                  sums[self][0] = SplitMix.mix(sums[self][0] + tick + seed);
                  if (dawdle && (sums[self][0] & 15) == 0) {
                    LockSupport.parkNanos(sums[self][0] >>> 47);
                  }
                  for (int other = 0; other < parts; other++) {
                    Port port = ports[other][self];
                    while (port != null && !port.isEmpty()) {
                      sums[self][0] += port.headA();
                      port.pop();
                    }
                  }
                  int to = (int) Long.remainderUnsigned(sums[self][0] >>> 7, parts);
                  if (to != self && tick < 3_000) {
                    ports[self][to].send(sums[self][0], 0);
                  }
                  if (tick < 3_000) {
                    part.waker(work[self], c).after(1 + (sums[self][0] >>> 60));
                  }
                });
        part.component("node[" + i + "]");
      }
      for (int from = 0; from < parts; from++) {
        for (int to = 0; to < parts; to++) {
          if (from != to) {
            ports[from][to] =
                simulation
                    .partitions()
                    .get(to)
                    .port("p" + from, from, to, 5, 4, work[to], work[from]);
          }
        }
        simulation.partitions().get(from).waker(work[from], from).at(1);
      }
    }

    String results() {
      StringBuilder text = new StringBuilder();
      for (long[] sum : sums) {
        text.append(sum[0]).append(' ');
      }
      return text.toString();
    }
  }

  @Property(tries = 10)
  void pausesAndStepsWithThreadsChangeNothing(
      @ForAll int seed, @ForAll long pauses, @ForAll @IntRange(min = 2, max = 4) int threads) {
    Traffic plain = traffic(Simulation.builder(), 4, seed);
    plain.simulation.run();
    Traffic traffic = traffic(Simulation.builder().threads(threads).alwaysHelp(), 4, seed);
    Order order = new Order(0);
    traffic.simulation.attach(order, SinkThread.OWN);
    long[] random = {pauses};
    traffic.simulation.beforeWindows(
        () -> {
          random[0] = random[0] * 6364136223846793005L + 1442695040888963407L;
          if (random[0] >>> 62 == 0) {
            traffic.simulation.pause();
          }
        });
    long tick = 0;
    Simulation.Status status;
    while ((status = traffic.simulation.runUntil(tick)) != Simulation.Status.DONE) {
      if (status == Simulation.Status.LIMIT) {
        assertThat(order.events).isEqualTo(traffic.simulation.events());
        tick += 37;
      }
    }
    assertThat(outcome(traffic)).isEqualTo(outcome(plain));
    assertThat(order.events).isEqualTo(traffic.simulation.events());
    traffic.simulation.close();
  }

  @Test
  @DisplayName("what a handler throws reaches the caller with the component's path, any threads")
  void failuresSurface() {
    for (int threads = 1; threads <= 3; threads++) {
      Simulation simulation = Simulation.builder().threads(threads).alwaysHelp().build();
      for (int i = 0; i < 3; i++) {
        int self = i;
        Partition part = simulation.partition("part" + i);
        EventKind kind =
            part.kind(
                "work",
                Phase.WORK,
                (tick, c, x) -> {
                  if (self > 0 && c == 2 * self + 1) {
                    throw new IllegalStateException("no such bank");
                  }
                });
        for (int c = 0; c < 2; c++) {
          part.at(5, kind, part.component("unit[" + (2 * i + c) + "].lds"), 0);
        }
      }
      assertThatThrownBy(simulation::run)
          .isInstanceOf(EngineException.class)
          .hasMessage("unit[3].lds: no such bank (work at tick 5)")
          .hasCauseInstanceOf(IllegalStateException.class);
      assertThatThrownBy(simulation::run).hasMessageContaining("has failed");
      simulation.close();
    }
  }

  @Test
  @DisplayName("an error reaches the caller as it is")
  void errorsSurface() {
    Traffic traffic = traffic(Simulation.builder().threads(2).alwaysHelp(), 2, 1);
    Partition part = traffic.simulation.partitions().get(1);
    EventKind kind =
        part.kind(
            "fail",
            Phase.WORK,
            (tick, c, x) -> {
              throw new AssertionError("wrong");
            });
    part.at(30, kind, part.component("c"), 0);
    assertThatThrownBy(traffic.simulation::run).isInstanceOf(AssertionError.class);
    traffic.simulation.close();
  }

  @Test
  @DisplayName("what a sink throws reaches the caller, and nobody waits for it")
  void failingSinks() {
    for (SinkThread thread : SinkThread.values()) {
      Traffic traffic = traffic(Simulation.builder().ringSize(16), 2, 3);
      traffic.simulation.attach(
          (tick, kind, batch) -> {
            throw new IllegalStateException("disk full");
          },
          thread);
      assertThatThrownBy(traffic.simulation::run).hasMessageContaining("disk full");
      traffic.simulation.close();
    }
  }

  @Test
  @DisplayName("a sink's own thread is not the caller's")
  void ownThread() {
    Traffic traffic = traffic(Simulation.builder(), 2, 3);
    Order own = new Order(0);
    Order same = new Order(0);
    traffic.simulation.attach(own, SinkThread.OWN);
    traffic.simulation.attach(same, SinkThread.SAME);
    traffic.simulation.run();
    assertThat(own.last).isNotSameAs(Thread.currentThread());
    assertThat(same.last).isSameAs(Thread.currentThread());
    traffic.simulation.close();
  }

  @Test
  @DisplayName("closed or dropped, a simulation leaves no thread")
  void noThreadLeft() throws InterruptedException {
    for (int i = 0; i < 60; i++) {
      Traffic traffic = traffic(Simulation.builder().threads(3).alwaysHelp(), 3, i);
      traffic.simulation.attach(new Order(0), SinkThread.OWN);
      traffic.simulation.run();
      if (i % 2 == 0) {
        traffic.simulation.close();
      }
    }
    long until = System.nanoTime() + 50 * Helper.LINGER_NANOS;
    while (threads() > 0 && System.nanoTime() < until) {
      Thread.sleep(10);
    }
    assertThat(threads()).isZero();
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith("lockstep-"))
        .count();
  }

  @Test
  @DisplayName("a simulation runs on after it was closed")
  void closedAndRunAgain() {
    Traffic plain = traffic(Simulation.builder(), 3, 9);
    plain.simulation.run();
    Traffic traffic = traffic(Simulation.builder().threads(2).alwaysHelp(), 3, 9);
    traffic.simulation.runUntil(100);
    traffic.simulation.close();
    traffic.simulation.run();
    assertThat(outcome(traffic)).isEqualTo(outcome(plain));
    traffic.simulation.close();
  }

  @Test
  @DisplayName("where only one partition has events, no helper is started")
  void aloneWithoutHelp() {
    Simulation simulation = Simulation.builder().threads(4).alwaysHelp().build();
    Partition busy = simulation.partition("busy");
    simulation.partition("idle");
    Thread[] runner = new Thread[1];
    EventKind[] kind = new EventKind[1];
    kind[0] =
        busy.kind(
            "work",
            Phase.WORK,
            (tick, c, left) -> {
              runner[0] = Thread.currentThread();
              if (left > 0) {
                busy.after(1, kind[0], c, left - 1);
              }
            });
    busy.at(1, kind[0], busy.component("a"), 500);
    long before = threads();
    simulation.run();
    assertThat(runner[0]).isSameAs(Thread.currentThread());
    assertThat(threads()).isLessThanOrEqualTo(before);
  }

  @Test
  void threadsArePositive() {
    assertThatThrownBy(() -> Simulation.builder().threads(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
