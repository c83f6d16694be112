// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Port;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.spi.path.PathResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** How often a request that waits at the memory side is overtaken by requests that came later. */
class FairServiceTest {
  private static final int PORTS = 12;
  private static final int EACH = 400;
  private static final int CREDITS = 8;

  /** Turns of every other port that a waiting request may see pass. */
  private static final int MOST_TURNS = 2;

  private static final int BLOCK = 256;

  /** What requests ask for: the same slice and channel, so that they need the same resources. */
  private enum Kind {
    HITS(Message.READ, Message.REPLY),
    UNCACHED_READS(Message.READ, Message.REPLY | Message.UNCACHED),
    MISSES(Message.FILL, Message.REPLY),
    WRITES(Message.WRITE, 0),
    UNCACHED_WRITES(Message.WRITE, Message.UNCACHED),
    ATOMICS_ON_A_WORD(Message.ATOMIC, Message.REPLY),
    ATOMICS_ON_TWO_WORDS(Message.ATOMIC, Message.REPLY | Message.WORDS);

    final int message;
    final int flags;

    Kind(int message, int flags) {
      this.message = message;
      this.flags = flags;
    }

    /** Blocks of slice 0 and channel 0; of one word for atomics, of one line for hits. */
    long address(Random random) {
      return this == MISSES || flags == Message.UNCACHED || this == UNCACHED_READS || this == WRITES
          ? 4L * BLOCK * random.nextInt(2000)
          : 0;
    }

    int operations(Random random) {
      if (this == ATOMICS_ON_TWO_WORDS) {
        return 1 << random.nextInt(2) | 1 << random.nextInt(2);
      }
      return message == Message.ATOMIC ? Message.operations(1, 1) : 0;
    }

    int bytes() {
      return message == Message.ATOMIC ? 8 : 64;
    }
  }

  /** One that sends requests at a pace of its own as long as it has credit. */
  private static final class Sender {
    final Random random;
    final int gap;
    final List<Kind> kinds;
    Port port;
    int sent;
    int taken;
    final List<Kind> under = new ArrayList<>(); // what was sent, in order
    long looked = -1; // number of the look at the oldest request at which it came first
    long waits = -1; // number of the look since which the oldest request has waited
    int overtaken;

    Sender(long seed, int gap, List<Kind> kinds) {
      random = new Random(seed);
      this.gap = gap;
      this.kinds = kinds;
    }

    void send() {
      if (sent < EACH && port.credits() > 0) {
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        int operations = kind.operations(random);
        port.send(
            Message.first(kind.message, kind.flags, operations, kind.address(random)),
            Message.second(kind.bytes(), 1, operations));
        under.add(kind);
        sent++;
      }
    }

    Kind oldest() {
      return under.get(taken);
    }
  }

  /** Counts by which later requests of its kind a waiting request is overtaken. */
  private static final class Overtakers extends RequestProbe {
    final List<Sender> senders;
    long looks;
    int most;

    Overtakers(List<Sender> senders) {
      this.senders = senders;
    }

    @Override
    void looks(int client, long now) {
      Sender s = senders.get(client);
      s.looked = s.looked < 0 ? looks++ : s.looked;
    }

    @Override
    void holdsBack(int client, PathResource by) {
      Sender s = senders.get(client);
      s.waits = s.waits < 0 ? looks++ : s.waits;
    }

    @Override
    void taken(int client) {
      Sender by = senders.get(client);
      for (Sender s : senders) {
        if (s != by && s.waits >= 0 && s.oldest() == by.oldest() && s.waits < by.looked) {
          most = Math.max(most, ++s.overtaken);
        }
      }
      by.taken++;
      by.looked = -1;
      by.waits = -1;
      by.overtaken = 0;
    }
  }

  @Property(tries = 200)
  void noWaitingRequestIsOvertakenMoreThanAStatedNumberOfTimes(
      @ForAll long seed,
      @ForAll Kind kind,
      @ForAll boolean mall,
      @ForAll @IntRange(max = 6) int gap) {
    assertThat(most(seed, List.of(kind), mall, gap, PortService.HOLD))
        .isLessThanOrEqualTo(MOST_TURNS * PortService.HOLD * (PORTS - 1));
  }

  @Property(tries = 200)
  void norInAMixtureOfRequestsForSeveralResources(
      @ForAll long seed, @ForAll boolean mall, @ForAll @IntRange(max = 6) int gap) {
    assertThat(most(seed, List.of(Kind.values()), mall, gap, PortService.HOLD))
        .isLessThanOrEqualTo(MOST_TURNS * PortService.HOLD * (PORTS - 1));
  }

  @Property(tries = 200)
  void norWhereAPortMayTakeAsMuchAsItsQueueHolds(
      @ForAll long seed, @ForAll boolean mall, @ForAll @IntRange(max = 6) int gap) {
    assertThat(most(seed, List.of(Kind.UNCACHED_READS), mall, gap, CREDITS))
        .isLessThanOrEqualTo(MOST_TURNS * CREDITS * (PORTS - 1));
  }

  private int most(long seed, List<Kind> kinds, boolean mall, int gap, int hold) {
    Rig.Shape shape = Rig.usual(false, true, mall);
    Simulation simulation = Simulation.builder().build();
    Partition front = simulation.partition("front");
    int component = front.component("memory");
    MemorySideConfig config = Rig.side(shape, BLOCK);
    MemoryClients clients = new MemoryClients(front, component, config.network());
    PortService service =
        new PortService(front, component, config, new Rig.Map(4, 4, BLOCK), clients);
    Inbox inbox = front.inbox(front.kind("answered", Phase.WORK, (tick, c, x) -> {}));
    List<Sender> all = new ArrayList<>();
    EventKind[] step = new EventKind[1];
    step[0] =
        front.kind(
            "step",
            Phase.WORK,
            (tick, c, n) -> {
              Sender s = all.get(n);
              s.send();
              if (s.sent < EACH) {
                front.after(1 + s.random.nextInt(s.gap + 1), step[0], component, n);
              }
            });
    for (int n = 0; n < PORTS; n++) {
      Sender s = new Sender(seed * 31 + n, n == 0 ? 40 : gap, kinds); // one that rarely asks
      int sender = front.component("sender" + n);
      int client = clients.connect("sender" + n, n);
      service.service.waits().addPort();
      s.port = clients.requestPort(client, sender, CREDITS, service.work, null);
      clients.answer(client, front, sender, inbox);
      all.add(s);
    }
    Overtakers overtakers = new Overtakers(all);
    service.observe(overtakers);
    service.hold(hold);
    for (int n = 0; n < PORTS; n++) {
      front.at(1 + n % 3, step[0], component, n);
    }
    assertThat(simulation.run()).isEqualTo(Simulation.Status.DONE);
    assertThat(all).allMatch(s -> s.taken == EACH, simulation.diagnosis());
    return overtakers.most;
  }
}
