// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Port;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.spi.spec.Figures;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RequestSenderTest {
  private static final int LATENCY = 3;

  private final Simulation simulation = Simulation.builder().build();
  private final Partition partition = simulation.partition("all");
  private final EventKind nothing = partition.kind("nothing", Phase.WORK, (tick, c, x) -> {});
  private Port port;
  private int units;

  /** Up to 5 requests wait; so many are under way, so many without answer. */
  private RequestSender sender(int credits, int outstanding, int combine, long linkBytes) {
    int from = partition.component("unit[" + units + "]");
    int to = partition.component("side[" + units++ + "]");
    port = partition.port("request", from, to, LATENCY, credits, nothing, nothing);
    Figures figures =
        Figures.of(
            Map.of(
                "memory.instructions",
                4L,
                "memory.outstanding",
                (long) outstanding,
                "memory.queue",
                5L,
                "memory.credits",
                (long) credits,
                "network.header",
                8L,
                "network.request_rate",
                1000L * linkBytes));
    MemoryUnitConfig.Builder config = MemoryUnitConfig.of(figures, "memory.").combining(combine);
    return new RequestSender(port, (linkBytes > 0 ? config.throttled() : config).build());
  }

  private void read(RequestSender sender, long address, int token, long tick) {
    sender.add(Message.READ, Message.REPLY, 0, address, 64, token, tick);
  }

  @Test
  @DisplayName("neighbours of one kind within the stretch become one request that leaves last")
  void neighboursOfOneKindWithinTheStretchBecomeOneRequestThatLeavesLast() {
    RequestSender sender = sender(8, 8, 128, 0);
    assertThat(sender.add(Message.FILL, 1, 0, 0x1000, 64, 0, 10)).isTrue();
    assertThat(sender.add(Message.FILL, 1, 0, 0x1040, 64, 0, 12)).isFalse();
    assertThat(sender.waiting()).isEqualTo(1);
    assertThat(sender.add(Message.FILL, 1, 0, 0x1080, 64, 0, 13)).as("the next stretch").isTrue();
    sender.flush(0);
    assertThat(sender.requests()).isEqualTo(2);
    assertThat(sender.bytes()).isEqualTo(192);
    simulation.runUntil(12 + LATENCY);
    assertThat(port.size()).isEqualTo(1);
    assertThat(Message.address(port.headA())).isEqualTo(0x1000);
    assertThat(Message.bytes(port.headB())).isEqualTo(128);
  }

  @Test
  @DisplayName("other kinds, flags, tokens and gaps stay apart, atomics always")
  void otherKindsFlagsTokensAndGapsStayApart() {
    RequestSender sender = sender(8, 8, 128, 0);
    assertThat(sender.add(Message.WRITE, 0, 0, 0x1000, 4, 7, 0)).isTrue();
    assertThat(sender.add(Message.READ, 0, 0, 0x1004, 4, 7, 0)).isTrue();
    assertThat(sender.add(Message.READ, 1, 0, 0x1008, 4, 7, 0)).isTrue();
    assertThat(sender.add(Message.READ, 1, 0, 0x100C, 4, 8, 0)).isTrue();
    assertThat(sender.add(Message.READ, 1, 0, 0x1014, 4, 8, 0)).isTrue();
    assertThat(sender.room()).isZero();
    RequestSender atomics = sender(8, 8, 128, 0);
    atomics.add(Message.ATOMIC, 0, 0, 0x1000, 4, 7, 0);
    assertThat(atomics.add(Message.ATOMIC, 0, 0, 0x1004, 4, 7, 0)).isTrue();
    RequestSender never = sender(8, 8, 0, 0);
    never.add(Message.READ, 1, 0, 0x1000, 4, 7, 0);
    assertThat(never.add(Message.READ, 1, 0, 0x1004, 4, 7, 0)).isTrue();
  }

  @Test
  @DisplayName("a read waits for the answer to an earlier one, a write nobody waits for does not")
  void aReadWaitsForTheAnswerToAnEarlierOne() {
    RequestSender sender = sender(8, 1, 0, 0);
    sender.add(Message.WRITE, 0, 0, 0, 64, 0, 0);
    read(sender, 64, 1, 0);
    read(sender, 128, 2, 0);
    sender.flush(0);
    assertThat(sender.requests()).isEqualTo(2);
    assertThat(sender.unanswered()).isEqualTo(1);
    assertThat(sender.waiting()).isEqualTo(1);
    sender.answered();
    assertThat(sender.isQuiet()).as("one waits").isFalse();
    sender.flush(5);
    assertThat(sender.waiting()).isZero();
    assertThat(sender.isQuiet()).as("one has no answer").isFalse();
    sender.answered();
    assertThat(sender.isQuiet()).isTrue();
  }

  @Test
  void anAnswerThatNobodyAskedForIsAnErrorOfTheModel() {
    RequestSender sender = sender(8, 2, 0, 0);
    sender.add(Message.WRITE, 0, 0, 0, 64, 0, 0);
    read(sender, 64, 1, 0);
    sender.flush(0);
    sender.answered();
    assertThatThrownBy(sender::answered)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("an answer without a request");
  }

  @Test
  @DisplayName("two credits: the third request waits until one is back")
  void theThirdRequestWaitsForOneOfTwoCredits() {
    RequestSender sender = sender(2, 8, 0, 0);
    for (int i = 0; i < 3; i++) {
      read(sender, 64L * i, i, 0);
    }
    sender.flush(0);
    assertThat(sender.waiting()).isEqualTo(1);
    simulation.runUntil(LATENCY);
    port.pop();
    partition.at(2 * LATENCY, nothing, 0, 0);
    simulation.runUntil(2 * LATENCY);
    sender.flush(2 * LATENCY);
    assertThat(sender.waiting()).isZero();
  }

  @Test
  @DisplayName(
      "a link of 16 bytes a tick: headers count, data of writes only, and nobody overtakes")
  void aLinkOf16BytesATickDelaysLongerRequests() {
    RequestSender sender = sender(8, 8, 0, 16);
    sender.add(Message.WRITE, 0, 0, 0, 56, 0, 10); // 64 bytes: 10 to 14
    read(sender, 64, 1, 0); // 8 bytes take the half of a tick; it leaves at a whole one
    read(sender, 128, 2, 30);
    sender.addFence(); // begins where the last one left
    sender.flush(0);
    long[] arrivals = new long[4];
    for (int i = 0; i < 4; i++) {
      while (port.isEmpty()) {
        partition.at(simulation.now() + 1, nothing, 0, 0);
        simulation.runUntil(simulation.now() + 1);
      }
      arrivals[i] = simulation.now() - LATENCY;
      port.pop();
    }
    assertThat(arrivals).containsExactly(14, 15, 31, 32);
  }
}
