package io.lockstep.parts.unit;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.engine.Phase;
import io.lockstep.parts.cache.FirstLevel;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.memory.Message;
import io.lockstep.parts.memory.PolledAccesses;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.Timeline;
import java.util.List;

/**
 * What a memory unit has under way: transactions that enter, requests that leave, responses and
 * credits that come, instructions that become complete. Its events notify the unit's listener. Not
 * thread-safe.
 */
final class MemoryTraffic extends SavedPart {
  final FirstLevel level; // null where there is no cache
  final MemoryInstructions table;
  final RequestSender sender;
  final TransactionEntry entry;
  final Completions completions;
  final WriteDrain drain;
  final PolledAccesses polled;
  final int component;
  InstructionProbe probe = InstructionProbe.NONE; // the paths, then the timeline

  private final String path;
  private final MemorySide side;
  private final int client; // its number at the memory side
  private final MemoryListener listener;
  private final long returnTicks;
  private final Inbox responses;
  private InstructionProbe timeline = InstructionProbe.NONE;
  private InstructionPaths paths; // null unless requested

  private final byte[] stalled = state.keep(new byte[1]); // 0 or 1

  /** Connects a unit to the memory side; see {@link MemoryUnit}. */
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
    table = state.keep(new MemoryInstructions(config.tokens()));
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
        state.keep(
            new RequestSender(
                side.requestPort(client, component, config.requestCredits(), onCredit), config));
    entry =
        state.keep(
            new TransactionEntry(path, config, splitBytes, level, sender, table, completions));
    drain = state.keep(new WriteDrain(entry, sender));
    polled = state.keep(new PolledAccesses(config.tokens()));
    side.polled(client, polled);
    if (level != null) {
      state.keep(level);
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

  /** Whether an instruction may begin now; if not, the listener hears when one may. */
  boolean canAccept() {
    boolean accepts = accepts();
    if (!accepts) {
      stalled[0] = 1;
    }
    return accepts;
  }

  /** Sends and lets parked lines enter until neither is possible any more. */
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

  // ------------------------------------------------------------------ events

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
        default: // a read's data, an acknowledgement or an atomic's old value
          completions.part(Message.token(second), data);
      }
    }
    probe.handled();
    advance(tick);
  }

  /** Goes on as far as possible, then notifies the listener of the consistent state. */
  private void advance(long tick) {
    push(tick);
    drain.fence(tick);
    completions.tell(listener, tick);
    if (drain.ends()) {
      probe.isDrained();
      listener.drained(tick);
    }
    if (stalled[0] != 0 && accepts()) {
      stalled[0] = 0;
      listener.accepting(tick);
    }
    probe.over();
  }

  /** Bytes of the responses, headers included. */
  long received() {
    return side.responded(client);
  }

  /** Bytes that responses bring per tick. */
  Rate responseRate() {
    return side.responseRate();
  }

  // ------------------------------------------------------------------ observation

  /** Begins a launch, with or without critical paths. Nothing is under way. */
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

  /** Records intervals from now on; null ends that. */
  void observe(Timeline.Recorder recorder, long tick) {
    timeline.flush();
    timeline =
        recorder == null
            ? InstructionProbe.NONE
            : InstructionTimeline.of(recorder, path, client, table.capacity(), tick);
    probe();
  }

  /** Connects the parts with the probes that are wanted now. */
  private void probe() {
    probe = paths == null ? timeline : paths.before(timeline);
    sender.observe(probe);
    entry.observe(probe);
    completions.observe(probe);
  }

  /** The reason why it waits, for a report of missing progress; null if it does not. */
  String waiting() {
    if (drain.isQuiet()) {
      return null;
    }
    return "%s responses, %s requests without credit, %s transactions that found no room"
        .formatted(sender.unanswered(), sender.waiting(), entry.parked());
  }

  /**
   * Checks the invariants of an idle unit.
   *
   * @throws IllegalStateException if one is violated
   */
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
