// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Latency, capacity, credits and wake-ups of ports. */
class PortTest {
  private final Simulation simulation = Simulation.builder().build();
  private final List<String> log = new ArrayList<>();

  /**
   * A sender that sends 1, 2, 3, … as fast as it may, and a receiver that takes what it is told to.
   */
  private final class Pair {
    final Partition left;
    final Partition right;
    final Port port;
    final EventKind send;
    final EventKind receive;
    final int sender;
    final int receiver;
    int sent;
    int toSend;
    long takeEvery = 0;

    Pair(boolean cut, long latency, int capacity) {
      left = simulation.partition("left");
      right = cut ? simulation.partition("right") : left;
      sender = left.component("sender");
      receiver = right.component("receiver");
      send = left.kind("send", Phase.WORK, (tick, c, argument) -> send(tick));
      receive = right.kind("receive", Phase.WORK, (tick, c, argument) -> receive(tick));
      port = right.port("in", sender, receiver, latency, capacity, receive, send);
    }

    void send(long tick) {
      while (sent < toSend && port.send(sent + 1, tick)) {
        sent++;
        log.add(tick + " sent " + sent);
      }
    }

    void receive(long tick) {
      log.add(tick + " has " + port.size());
      while (!port.isEmpty()) {
        log.add(tick + " got " + port.headA() + " of " + port.headB());
        port.pop();
        if (takeEvery > 0 && !port.isEmpty()) {
          right.after(takeEvery, receive, receiver, 0);
          return;
        }
      }
    }
  }

  @Test
  @DisplayName("capacity 2, latency 5: two go, their credits are back after ten ticks")
  void creditsReturn() {
    for (boolean cut : new boolean[] {false, true}) {
      PortTest test = new PortTest();
      Pair pair = test.new Pair(cut, 5, 2);
      pair.toSend = 3;
      pair.left.at(10, pair.send, pair.sender, 0);
      assertThat(test.simulation.run()).isEqualTo(Simulation.Status.DONE);
      assertThat(test.log)
          .containsExactly(
              "10 sent 1",
              "10 sent 2",
              "15 has 2",
              "15 got 1 of 10",
              "15 got 2 of 10",
              "20 sent 3",
              "25 has 1",
              "25 got 3 of 20");
      assertThat(pair.port.credits()).as("one credit is still on its way").isEqualTo(1);
      pair.left.at(30, pair.send, pair.sender, 0);
      test.simulation.run();
      assertThat(pair.port.credits()).isEqualTo(2);
    }
  }

  @Test
  @DisplayName("credits of one tick that return in different rounds of mailboxes all count")
  void creditsOfTwoRounds() {
    Partition left = simulation.partition("left");
    Partition right = simulation.partition("right");
    int sender = left.component("sender");
    int receiver = right.component("receiver");
    EventKind ignore = right.kind("ignore", Phase.WORK, (tick, c, argument) -> {});
    Port port = right.port("in", sender, receiver, 4, 3, ignore, null);
    for (int i = 0; i < 3; i++) {
      port.send(i, i);
    }
    right.port("shortest", sender, receiver, 1, 1, ignore, null); // windows of one tick
    right.at(10, ignore, receiver, 0);
    right.at(50, ignore, receiver, 0);
    left.at(50, left.kind("tick", Phase.WORK, (tick, c, argument) -> {}), sender, 0);
    simulation.runUntil(10);
    for (int i = 0; i < 3; i++) {
      port.pop();
      simulation.runUntil(10);
    }
    simulation.run();
    assertThat(port.credits()).isEqualTo(3);
  }

  @Property(tries = 60)
  void nothingIsLostAtAnyCapacity(
      @ForAll boolean cut,
      @ForAll @LongRange(min = 1, max = 9) long latency,
      @ForAll @IntRange(min = 1, max = 20) int capacity,
      @ForAll @IntRange(min = 0, max = 3) int takeEvery) {
    PortTest test = new PortTest();
    Pair pair = test.new Pair(cut, latency, capacity);
    pair.toSend = 100;
    pair.takeEvery = takeEvery;
    pair.left.at(0, pair.send, pair.sender, 0);
    test.simulation.run();
    List<String> got = test.log.stream().filter(l -> l.contains("got")).toList();
    assertThat(got).hasSize(100);
    for (int i = 0; i < 100; i++) {
      assertThat(got.get(i)).contains(" got " + (i + 1) + " of ");
    }
    assertThat(pair.port.isEmpty()).isTrue();
  }

  @Test
  @DisplayName("a message with extra delay is overtaken")
  void extraDelay() {
    Pair pair = new Pair(false, 2, 8);
    pair.port.send(10, 1, 0);
    pair.port.send(0, 2, 0);
    assertThat(pair.port.credits()).isEqualTo(6);
    simulation.run();
    assertThat(log).containsExactly("2 has 1", "2 got 2 of 0", "12 has 1", "12 got 1 of 0");
    assertThat(pair.port.latency()).isEqualTo(2);
    assertThat(pair.port.capacity()).isEqualTo(8);
    assertThat(pair.port).hasToString("receiver.in");
  }

  @Property(tries = 100)
  void messagesComeByTickAndThoseOfATickInTheOrderOfSending(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 9) Integer> delays) {
    Simulation alone = Simulation.builder().build();
    Partition part = alone.partition("all");
    int hub = part.component("hub");
    List<Long> seen = new ArrayList<>();
    Port[] port = new Port[1];
    EventKind work =
        part.kind(
            "work",
            Phase.WORK,
            (tick, c, argument) -> {
              for (; !port[0].isEmpty(); port[0].pop()) {
                seen.add(tick << 32 | port[0].headA());
              }
            });
    port[0] = part.port("in", part.component("source"), hub, 3, 100, work, null);
    EventKind send =
        part.kind(
            "send", Phase.WORK, (tick, c, i) -> port[0].send(delays.get(i), i, delays.get(i)));
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < delays.size(); i++) {
      long tick = i / 3; // three in a tick
      part.at(tick, send, hub, i);
      expected.add(tick + 3 + delays.get(i) << 32 | i);
    }
    expected.sort(null);
    alone.run();
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  @DisplayName("messages of several ports in one tick wake the receiver once")
  void oneWakeUp() {
    Partition part = simulation.partition("all");
    int hub = part.component("hub");
    List<Port> ports = new ArrayList<>();
    EventKind work =
        part.kind(
            "work",
            Phase.WORK,
            (tick, c, argument) -> ports.forEach(p -> log.add(tick + " " + p.size())));
    for (int i = 0; i < 3; i++) {
      ports.add(part.port("in" + i, part.component("source" + i), hub, 4, 2, work, null));
    }
    for (Port port : ports) {
      port.send(1, 1);
      port.send(2, 2);
    }
    simulation.run();
    assertThat(log).containsExactly("4 2", "4 2", "4 2");
    assertThat(simulation.events()).as("one wake-up").isEqualTo(1);
  }

  @Test
  @DisplayName("a chain of ports of capacity 1 delivers everything in order")
  void chainAtCapacityOne() {
    for (int cut = 1; cut <= 5; cut += 2) {
      assertThat(chain(cut, 5, 200)).as("cut %d", cut).isEqualTo(chain(1, 5, 200));
    }
  }

  /** Stages that hold a message until the next takes it; the last one stalls at times. */
  private static List<String> chain(int cut, int stages, int messages) {
    Simulation simulation = Simulation.builder().build();
    List<String> log = new ArrayList<>();
    Partition[] parts = new Partition[cut];
    Port[] in = new Port[stages + 1];
    EventKind[] kinds = new EventKind[cut];
    int[] sent = new int[1];
    long[] stalledUntil = new long[1];
    for (int p = 0; p < cut; p++) {
      Partition part = parts[p] = simulation.partition("part" + p);
      kinds[p] =
          part.kind(
              "stage",
              Phase.WORK,
              (tick, stage, argument) -> {
                if (stage == 0) {
                  while (sent[0] < messages && in[1].send(sent[0], tick)) {
                    sent[0]++;
                  }
                } else if (stage < stages) {
                  while (!in[stage].isEmpty() && in[stage + 1].send(in[stage].headA(), tick)) {
                    in[stage].pop();
                  }
                } else if (tick >= stalledUntil[0] && !in[stage].isEmpty()) {
                  log.add(tick + ":" + in[stage].headA());
                  stalledUntil[0] = tick + in[stage].headA() % 17;
                  in[stage].pop();
                  part.at(Math.max(tick + 1, stalledUntil[0]), kinds[part.id()], stage, 0);
                }
              });
    }
    for (int s = 0; s <= stages; s++) {
      Partition part = parts[s * cut / (stages + 1)];
      part.component("stage[" + s + "]");
      if (s > 0) {
        EventKind credit = kinds[(s - 1) * cut / (stages + 1)];
        in[s] = part.port("in", s - 1, s, 1 + s % 3, 1, kinds[part.id()], credit);
      }
    }
    parts[0].at(0, kinds[0], 0, 0);
    assertThat(simulation.run()).isEqualTo(Simulation.Status.DONE);
    assertThat(log).hasSize(messages);
    return log;
  }

  @Test
  @DisplayName("a ring of capacity 1 with one place free never stops")
  void ringAtCapacityOne() {
    for (int cut : new int[] {1, 2, 4}) {
      int n = 8;
      Simulation simulation = Simulation.builder().build();
      Partition[] parts = new Partition[cut];
      EventKind[] kinds = new EventKind[cut];
      Port[] in = new Port[n];
      int[] arrived = new int[1];
      for (int p = 0; p < cut; p++) {
        parts[p] = simulation.partition("part" + p);
        kinds[p] =
            parts[p].kind(
                "pass",
                Phase.WORK,
                (tick, node, argument) -> {
                  Port port = in[node];
                  while (!port.isEmpty()) {
                    if (port.headA() == 0) {
                      arrived[0]++;
                    } else if (!in[(node + 1) % n].send(port.headA() - 1, 0)) {
                      return;
                    }
                    port.pop();
                  }
                });
      }
      for (int i = 0; i < n; i++) {
        parts[i * cut / n].component("node[" + i + "]");
      }
      for (int i = 0; i < n; i++) {
        int before = (i + n - 1) % n;
        Partition part = parts[i * cut / n];
        in[i] = part.port("in", before, i, 2, 1, kinds[i * cut / n], kinds[before * cut / n]);
      }
      for (int i = 0; i < n - 1; i++) {
        assertThat(in[i].send(1_000 + i, 0)).isTrue();
      }
      simulation.run();
      assertThat(arrived[0]).isEqualTo(n - 1);
    }
  }

  @Test
  @DisplayName("who waits is told with port and tick")
  void whoWaitsIsToldWithPortAndTick() {
    Pair pair = new Pair(false, 3, 1);
    EventKind sleep = pair.right.kind("sleep", Phase.WORK, (tick, c, argument) -> {});
    Port stuck = pair.right.port("stuck", pair.sender, pair.receiver, 3, 1, sleep, pair.send);
    assertThat(simulation.diagnosis()).isEqualTo("no component says that it waits");
    assertThat(stuck.send(1, 1)).isTrue();
    simulation.runUntil(7);
    assertThat(simulation.now()).isEqualTo(3);
    pair.left.at(9, pair.send, pair.sender, 0);
    simulation.runUntil(9);
    assertThat(stuck.send(2, 2)).isFalse();
    assertThat(stuck.send(2, 2)).isFalse();
    simulation.waitReason(pair.receiver, () -> "a barrier since 4");
    simulation.waitReason(pair.sender, () -> null);
    assertThat(simulation.diagnosis())
        .startsWith(
            "waiting:\n"
                + "  sender waits for credit of port receiver.stuck since 9\n"
                + "  receiver: a barrier since 4\n"
                + "no cycle; waited for in the end: receiver\n"
                + "last events of sender: ");
    Port full = pair.right.port("full", pair.sender, pair.receiver, 1, 4, sleep, null);
    full.send(0, 0);
    simulation.run();
    assertThat(simulation.diagnosis()).contains("receiver.full holds 1 of 4 messages");
  }

  @Test
  void misuseOfAPortIsAnErrorThatSaysWhat() {
    Pair pair = new Pair(true, 2, 1);
    EventKind early = pair.right.kind("early", Phase.ARRIVE, (tick, c, argument) -> {});
    assertMisuse("read while empty", () -> pair.port.headA());
    assertMisuse("read while empty", () -> pair.port.pop());
    assertMisuse("negative delay", () -> pair.port.send(-1, 0, 0));
    assertMisuse(
        "receiver.in already",
        () -> pair.right.port("in", pair.sender, pair.receiver, 2, 1, pair.receive, null));
    assertMisuse(
        "must belong to partition right",
        () -> pair.right.port("x", pair.receiver, pair.sender, 2, 1, pair.receive, null));
    assertMisuse(
        "do not belong together",
        () -> pair.right.port("x", pair.sender, pair.receiver, 2, 1, pair.receive, pair.receive));
    assertMisuse(
        "do not belong together",
        () -> pair.right.port("x", 99, pair.receiver, 2, 1, pair.receive, null));
    assertMisuse(
        "later phase", () -> pair.right.port("x", pair.sender, pair.receiver, 2, 1, early, null));
    assertMisuse(
        "must be ≥ 1",
        () -> pair.right.port("x", pair.sender, pair.receiver, 0, 1, pair.receive, null));
  }

  @Test
  @DisplayName("a handler may neither send nor pop on behalf of another partition")
  void foreignPorts() {
    Pair sends = new Pair(true, 2, 1);
    EventKind wrong = sends.right.kind("wrong", Phase.WORK, (tick, c, a) -> sends.port.send(1, 1));
    sends.right.at(3, wrong, sends.receiver, 0);
    assertMisuse("receiver.in: sent by another partition", simulation::run);

    PortTest other = new PortTest();
    Pair pops = other.new Pair(true, 2, 1);
    pops.takeEvery = 1;
    EventKind wrongPop = pops.left.kind("wrong", Phase.WORK, (tick, c, a) -> pops.port.pop());
    EventKind lazy = pops.right.kind("lazy", Phase.WORK, (tick, c, a) -> {});
    Port port = pops.right.port("lazy", pops.sender, pops.receiver, 2, 1, lazy, null);
    port.send(1, 1);
    other.simulation.run();
    EventKind popLazy = pops.left.kind("popLazy", Phase.WORK, (tick, c, a) -> port.pop());
    pops.left.after(1, popLazy, pops.sender, 0);
    assertMisuse("receiver.lazy: popped by another partition", other.simulation::run);
    assertThat(wrongPop.name()).isEqualTo("wrong");
  }

  private static void assertMisuse(String message, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(message);
  }
}
