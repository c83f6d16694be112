// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.EventQueue;
import io.lockstep.core.queue.Phase;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Records by which event each of the last {@value #KEPT} events was scheduled. Wraps a partition's
 * queue only on request, because recording is slow. The scheduling event is the one whose component
 * was read last in its batch.
 */
final class CausalQueue implements EventQueue {
  static final long UNKNOWN = -1;

  private static final int KEPT = 1 << 12;

  private record Pending(long tick, long event) {}

  /** Number of the scheduling event, and the port that it used or -1. */
  private record Cause(long number, int port) {
    static final Cause NONE = new Cause(UNKNOWN, -1);
  }

  private final EventQueue queue;
  private final Calendar partition;
  private final Map<Pending, ArrayDeque<Cause>> causes = new HashMap<>(); // never iterated
  private final long[] ticks = new long[KEPT]; // by number of the executed event, modulo KEPT
  private final long[] events = new long[KEPT];
  private final Cause[] causeOf = new Cause[KEPT];
  private final long first;
  private long executed; // number of the next event, counted as in the partition
  private long opened;
  private long retired;
  private long lastRetired = UNKNOWN;

  CausalQueue(EventQueue queue, Calendar partition) {
    this.queue = queue;
    this.partition = partition;
    first = partition.events();
    executed = first;
    retired = partition.retired();
  }

  EventQueue queue() {
    return queue;
  }

  long last() {
    return executed > first ? executed - 1 : UNKNOWN;
  }

  /** Returns the last event of the last slice that retired work, or {@link #UNKNOWN}. */
  long lastRetired() {
    noticeRetired();
    return isKnown(lastRetired) ? lastRetired : UNKNOWN;
  }

  boolean isKnown(long number) {
    return number >= Math.max(first, executed - KEPT) && number < executed;
  }

  long tick(long number) {
    return ticks[(int) (number & KEPT - 1)];
  }

  long event(long number) {
    return events[(int) (number & KEPT - 1)];
  }

  /** Returns the event that scheduled an event, if it is still recorded. */
  long cause(long number) {
    long cause = causeOf[(int) (number & KEPT - 1)].number;
    return isKnown(cause) ? cause : UNKNOWN;
  }

  /** Returns the port whose message or credit woke the component of an event, or -1. */
  int port(long number) {
    return causeOf[(int) (number & KEPT - 1)].port;
  }

  /**
   * Returns the last event of a component up to a tick, or a later event of the unit that contains
   * the component, because the unit's handler may act for it. Returns {@link #UNKNOWN} if there is
   * neither.
   */
  long lastAt(int component, long tick) {
    String unit = unit(partition.path(component));
    long ofUnit = UNKNOWN;
    for (long number = executed - 1; isKnown(number); number--) {
      int field = Event.component(event(number));
      if (tick(number) > tick) {
        continue;
      }
      if (field == component) {
        return ofUnit == UNKNOWN || tick(ofUnit) == tick(number) ? number : ofUnit;
      }
      if (ofUnit == UNKNOWN && unit(partition.path(field)).equals(unit)) {
        ofUnit = number;
      }
    }
    return ofUnit;
  }

  private static String unit(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  private void scheduled(long tick, long event, int source) {
    long number = partition.isExecuting() ? partition.events() + partition.handled() : UNKNOWN;
    Cause cause = new Cause(number, Port.ofSource(source));
    causes.computeIfAbsent(new Pending(tick, event), p -> new ArrayDeque<>()).add(cause);
  }

  private void noticeRetired() {
    if (partition.retired() != retired) {
      retired = partition.retired();
      lastRetired = executed - 1;
    }
  }

  @Override
  public void kind(int kind, Phase phase) {
    queue.kind(kind, phase);
  }

  @Override
  public void add(long tick, int kind, long event, int source) {
    scheduled(tick, event, source);
    queue.add(tick, kind, event, source);
  }

  @Override
  public void addNow(int kind, long event, int source, boolean toNextPass) {
    scheduled(opened, event, source);
    queue.addNow(kind, event, source, toNextPass);
  }

  @Override
  public long nextTick() {
    return queue.nextTick();
  }

  @Override
  public void open(long tick) {
    opened = tick;
    queue.open(tick);
  }

  @Override
  public int nextKind() {
    return queue.nextKind();
  }

  @Override
  public int remaining() {
    return queue.remaining();
  }

  @Override
  public void take(long[] into, int at, int count) {
    queue.take(into, at, count);
    noticeRetired();
    for (int i = 0; i < count; i++) {
      Pending pending = new Pending(opened, into[at + i]);
      ArrayDeque<Cause> known = causes.get(pending);
      int slot = (int) (executed++ & KEPT - 1);
      ticks[slot] = opened;
      events[slot] = into[at + i];
      causeOf[slot] = known == null ? Cause.NONE : known.remove();
      if (known != null && known.isEmpty()) {
        causes.remove(pending);
      }
    }
  }

  @Override
  public boolean nextPass() {
    return queue.nextPass();
  }

  @Override
  public long size() {
    return queue.size();
  }
}
