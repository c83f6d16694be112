// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.cache.FirstLevel;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.memory.PolledAccesses;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.Timeline;
import java.util.List;

/**
 * The traffic of a memory unit: entering transactions, departing requests, arriving responses and
 * credits. Handlers of its events notify the unit's listener.
 */
final class MemoryTraffic extends CountingPart {
  final FirstLevel level; // null if there is no cache
  final MemoryInstructions table;
  final RequestSender sender;
  final TransactionEntry entry;
  final Completions completions;
  final WriteDrain drain;
  final PolledAccesses polled;
  final int component;
  InstructionProbe probe = InstructionProbe.NONE; // forwards to paths, then timeline

  private final String path;
  private final MemorySide side;
  private final int client; // number at the memory side
  private final MemoryListener listener;
  private final long returnTicks;
  private final Inbox responses;
  private InstructionProbe timeline = InstructionProbe.NONE;
  private InstructionPaths paths;

  private boolean stalled;

  MemoryTraffic(
      Cluster cluster,
      String path,
      int computeUnit,
      MemoryUnitConfig config,
      MemorySide side,
      MemoryListener listener) {
    this.path = path;
    this.side = side;
    this.listener = listener;
    returnTicks = config.returnTicks();
    level =
        config
            .cache()
            .map(c -> new FirstLevel(c, config.misses(), config.waiters(), config.behind()))
            .orElse(null);
    int splitBytes = config.splitBytes(path, side.blockBytes());
    table = new MemoryInstructions(config.tokens());
    completions = new Completions(table);
    component = cluster.component(path, this);
    EventKind onReturn =
        cluster.kind(
            "memory.return", Phase.WORK, (MemoryTraffic m, long t, int x) -> m.onReturn(t));
    EventKind onCredit =
        cluster.kind(
            "memory.credit", Phase.WORK, (MemoryTraffic m, long t, int x) -> m.onCredit(t));
    client = side.connect(path, computeUnit);
    sender =
        own.include(
            new RequestSender(
                side.requestPort(client, component, config.requestCredits(), onCredit), config));
    entry =
        own.include(
            new TransactionEntry(path, config, splitBytes, level, sender, table, completions));
    drain = new WriteDrain(entry, sender);
    polled = new PolledAccesses(config.tokens());
    side.polled(client, polled);
    if (level != null) {
      own.include(level);
    }
    responses = cluster.inbox(onReturn);
    side.answer(client, cluster.partition(), component, responses);
    cluster
        .partition()
        .simulation()
        .waitsFor(component, () -> sender.unanswered() > 0 ? List.of(side.component()) : List.of());
  }

  private boolean accepts() {
    return entry.isEmpty() && table.hasRoom() && !drain.isActive();
  }

  /** Whether an instruction may begin now; if not, the listener is notified when one may begin. */
  boolean canAccept() {
    boolean accepts = accepts();
    if (!accepts) {
      stalled = true;
    }
    return accepts;
  }

  /** Sends requests and lets parked lines enter, until neither is possible any more. */
  void push(long tick) {
    sender.flush(tick);
    while (!entry.isEmpty()) {
      int before = entry.parked();
      entry.unpark(tick);
      sender.flush(tick);
      if (entry.parked() == before) {
        return;
      }
    }
  }

  private void onCredit(long tick) {
    probe.credited(tick, sender.latency());
    advance(tick);
  }

  private void onReturn(long tick) {
    long data = tick + returnTicks;
    for (int r = responses.first(tick, component); r != Inbox.NONE; r = responses.next(r)) {
      long first = responses.a(r);
      long second = responses.b(r);
      sender.answered();
      probe.answered(tick, data);
      switch (Message.kind(first)) {
        case Message.FILL:
          completions.filled(level, Message.address(first), Message.bytes(second), data);
          break;
        case Message.FENCE:
          drain.answered();
          break;
        default: // data of a read or atomic, or an acknowledgement
          completions.part(Message.token(second), data);
      }
    }
    probe.handled();
    advance(tick);
  }

  /** Continues as far as possible, and then notifies the listener of the consistent state. */
  private void advance(long tick) {
    push(tick);
    drain.fence(tick);
    completions.tell(listener, tick);
    if (drain.ends()) {
      probe.isDrained();
      listener.drained(tick);
    }
    if (stalled && accepts()) {
      stalled = false;
      listener.accepting(tick);
    }
    probe.over();
  }

  long received() {
    return side.responded(client);
  }

  Rate responseRate() {
    return side.responseRate();
  }

  /** Enables or disables critical paths at the start of a launch, while the unit is quiet. */
  void follow(boolean wanted) {
    if (!wanted) {
      paths = null;
    } else if (paths == null) {
      paths = new InstructionPaths(side.paths(client), sender.latency(), table.capacity());
    } else {
      paths.begin();
    }
    probe();
  }

  void observe(Timeline.Recorder recorder, long tick) {
    timeline.flush();
    timeline =
        recorder == null
            ? InstructionProbe.NONE
            : InstructionTimeline.of(recorder, path, client, table.capacity(), tick);
    probe();
  }

  private void probe() {
    probe = paths == null ? timeline : paths.before(timeline);
    sender.observe(probe);
    entry.observe(probe);
    completions.observe(probe);
  }

  String waiting() {
    if (drain.isQuiet()) {
      return null;
    }
    return "%s responses, %s requests without credit, %s transactions that found no room"
        .formatted(sender.unanswered(), sender.waiting(), entry.parked());
  }

  void check() {
    if (table.size() != 0 || !drain.isQuiet()) {
      throw new IllegalStateException(
          path + ": " + table.size() + " instructions are under way; " + waiting());
    }
    if (level != null) {
      level.check(path);
    }
  }
}
