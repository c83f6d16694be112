// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What deliveries bring, when, and in which order. */
class InboxTest {
  private record Message(long tick, int to, long sent) {}

  /** A component that sends at given ticks, and others that take what comes. */
  private static final class Senders {
    final Simulation simulation;
    final Partition left;
    final Partition right;
    final Inbox inbox;
    final Delivery[] out;
    final int[] receiver;
    final EventKind send;
    final int sender;
    final List<Message> got = new ArrayList<>();
    final List<String> woken = new ArrayList<>();
    private final Random random;
    private final List<Message> sent = new ArrayList<>();
    private final long most;
    private long count;

    Senders(boolean cut, int receivers, long most, long seed, Simulation simulation) {
      this.simulation = simulation;
      this.most = most;
      random = new Random(seed);
      left = simulation.partition("left");
      right = cut ? simulation.partition("right") : left;
      sender = left.component("sender");
      send = left.kind("send", Phase.WORK, (tick, c, burst) -> send(tick, burst));
      EventKind take = right.kind("take", Phase.WORK, (tick, c, a) -> take(tick, c));
      inbox = right.inbox(take);
      out = new Delivery[receivers];
      receiver = new int[receivers];
      for (int i = 0; i < receivers; i++) {
        receiver[i] = right.component("receiver[" + i + "]");
        out[i] = right.delivery("answer", sender, receiver[i], 3, inbox);
      }
    }

    void send(long tick, int burst) {
      for (int i = 0; i < burst; i++) {
        int to = random.nextInt(out.length);
        long extra = random.nextInt(4) == 0 ? (long) (random.nextDouble() * most) : i % 3;
        sent.add(new Message(tick + 3 + extra, receiver[to], count));
        out[to].send(extra, count, -count);
        count++;
      }
    }

    void take(long tick, int component) {
      woken.add(tick + " " + component);
      int first = inbox.peek(tick, component);
      assertThat(inbox.first(tick, component)).isEqualTo(first);
      for (int m = first; m != Inbox.NONE; m = inbox.next(m)) {
        assertThat(inbox.b(m)).isEqualTo(-inbox.a(m));
        got.add(new Message(tick, component, inbox.a(m)));
      }
    }

    /** What arrives, by tick and receiver, in the order of sending. */
    List<Message> expected() {
      return sent.stream()
          .sorted(Comparator.comparing(Message::tick).thenComparing(Message::to))
          .toList();
    }

    List<Message> received() {
      return got.stream()
          .sorted(Comparator.comparing(Message::tick).thenComparing(Message::to))
          .toList();
    }
  }

  private static Senders senders(boolean cut, int receivers, long most, long seed) {
    return new Senders(cut, receivers, most, seed, Simulation.builder().build());
  }

  private static void bursts(Senders senders, int bursts, int size) {
    for (int i = 0; i < bursts; i++) {
      senders.left.at(10L + 7 * i + i % 5 * 3_000L, senders.send, senders.sender, size);
    }
  }

  @Property(tries = 60)
  void everyMessageComesAtItsTickInTheOrderOfSendingAndWakesItsReceiverOnce(
      @ForAll boolean cut,
      @ForAll @IntRange(min = 1, max = 140) int receivers,
      @ForAll @IntRange(min = 1, max = 60_000) int most,
      @ForAll long seed) {
    Senders senders = senders(cut, receivers, most, seed);
    bursts(senders, 12, 90);
    assertThat(senders.simulation.run()).isEqualTo(Simulation.Status.DONE);
    assertThat(senders.received()).isEqualTo(senders.expected());
    assertThat(senders.got).isSortedAccordingTo(Comparator.comparing(Message::tick));
    assertThat(senders.woken).doesNotHaveDuplicates();
  }

  @Property(tries = 20)
  void permutedTiesBringTheSameMessages(@ForAll long seed) {
    Senders plain = senders(true, 9, 50, seed);
    Senders permuted =
        new Senders(true, 9, 50, seed, Simulation.builder().shuffleTies(seed + 1).build());
    bursts(plain, 6, 40);
    bursts(permuted, 6, 40);
    plain.simulation.run();
    permuted.simulation.run();
    assertThat(permuted.received()).isEqualTo(plain.received());
    assertThat(permuted.simulation.fingerprint()).isEqualTo(plain.simulation.fingerprint());
  }

  @Test
  void messagesAroundTheLastTickWithAPlaceOfItsOwnArrive() {
    for (long extra = 8_180; extra < 8_200; extra++) {
      Senders whole = senders(false, 1, 1, 1);
      whole.out[0].send(extra, 7, -7);
      whole.sent.add(new Message(extra + 3, whole.receiver[0], 7));
      whole.simulation.run();
      assertThat(whole.got).isEqualTo(whole.expected());
    }
  }

  @Test
  void aDeliveryCountsForHowFarPartitionsMayRunApart() {
    Senders senders = senders(true, 1, 1, 1);
    assertThat(senders.simulation.ports().lookAhead()).isEqualTo(3);
    assertThat(senders.out[0].latency()).isEqualTo(3);
    assertThat(senders.out[0].name()).isEqualTo("receiver[0].answer");
  }

  @Test
  void misuseIsRefusedWithTheNameOfWhatIsWrong() {
    Senders senders = senders(true, 1, 1, 1);
    Partition left = senders.left;
    Partition right = senders.right;
    int unit = senders.receiver[0];
    int fresh = right.component("fresh");
    assertMisuse("already", () -> right.delivery("answer", senders.sender, unit, 3, senders.inbox));
    assertMisuse("already", () -> right.delivery("other", senders.sender, unit, 3, senders.inbox));
    assertMisuse(
        "must be ≥ 1", () -> right.delivery("late", senders.sender, fresh, 0, senders.inbox));
    assertMisuse(
        "must belong to partition left",
        () -> left.delivery("x", senders.sender, senders.sender, 1, senders.inbox));
    assertMisuse(
        "must belong to partition right", () -> right.delivery("x", 99, fresh, 1, senders.inbox));
    assertMisuse("a kind of partition right", () -> right.inbox(senders.send));
    EventKind early = right.kind("early", Phase.ARRIVE, (tick, c, a) -> {});
    assertMisuse("a kind of partition right", () -> right.inbox(early));
    assertMisuse("negative delay", () -> senders.out[0].send(-1, 0, 0));
    EventKind wrong = right.kind("wrong", Phase.WORK, (tick, c, a) -> senders.out[0].send(0, 1, 1));
    right.at(3, wrong, unit, 0);
    assertMisuse("receiver[0].answer: sent by another partition", senders.simulation::run);
  }

  private static void assertMisuse(String message, Runnable misuse) {
    assertThatThrownBy(misuse::run)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(message);
  }
}
