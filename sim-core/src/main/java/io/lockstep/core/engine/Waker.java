// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import java.util.Arrays;

/**
 * Wakes one component with one kind, at most once a tick.
 *
 * <p>A component that is woken by ports and also by itself (to retry waiting work, or when a unit
 * is free) would otherwise run twice in a tick and use its bandwidth twice. Ports with the same
 * kind and component share its waker; the event's argument is 0.
 *
 * <p>Belongs to its partition; not thread-safe.
 */
public final class Waker {
  private static final int FEW = 16; // initial number of words
  private static final int MOST = 1024; // maximum number of words; later ticks are listed
  private final Calendar partition;
  private final EventKind kind;
  private final int component;
  private final long event;

  /**
   * One bit per tick, starting with the current word, modulo the length: whether an event is
   * pending or has run. Grows with the longest delay of a wake-up, which may be thousands of ticks.
   */
  private long[] near = new long[FEW];

  private long base; // index of the current word
  private long[] far = new long[2];
  private int farCount;

  Waker(Calendar partition, EventKind kind, int component) {
    this.partition = partition;
    this.kind = kind;
    this.component = component;
    this.event = Event.of(kind.index, component, 0);
  }

  /**
   * Wakes the component at a tick.
   *
   * @param tick later than now
   * @throws EngineException if the tick is not later than now, or another partition's handler is
   *     running
   */
  public void at(long tick) {
    long now = partition.now();
    if (tick <= now || !partition.isOpen()) {
      String path = partition.path(component);
      throw new EngineException(
          kind
              + " for "
              + path
              + (tick <= now
                  ? ": woken at tick " + tick + ", not after " + now
                  : ": woken by a handler of another partition"));
    }
    if (mark(now, tick)) {
      partition.schedule(tick, kind, event, partition.source());
    }
  }

  /**
   * Wakes the component after some ticks.
   *
   * @param delay ticks, at least one
   */
  public void after(long delay) {
    at(partition.now() + delay);
  }

  /** Wakes the component on behalf of a port, at a tick that is not in the past. */
  void at(long tick, int source) {
    if (mark(partition.now(), tick)) {
      partition.schedule(tick, kind, event, source);
    }
  }

  /** Marks a tick; returns false if it was marked already. */
  private boolean mark(long now, long tick) {
    long word = now >>> 6;
    if (base != word) {
      advance(word);
    }
    if (farCount > 0 && isFar(now, tick)) {
      return false;
    }
    long at = tick >>> 6;
    if (at - word >= near.length && !reaches(at - word)) {
      if (farCount == far.length) {
        far = Arrays.copyOf(far, 2 * farCount);
      }
      far[farCount++] = tick;
      return true;
    }
    int i = (int) at & near.length - 1;
    long known = near[i];
    long marked = known | 1L << tick;
    near[i] = marked;
    return known != marked;
  }

  /** Extends the words to a distance; returns false if the distance is too large. */
  private boolean reaches(long words) {
    if (words >= MOST) {
      return false;
    }
    int size = near.length;
    while (size <= words) {
      size *= 2;
    }
    long[] more = new long[size];
    for (long w = base; w < base + near.length; w++) {
      more[(int) w & size - 1] = near[(int) w & near.length - 1];
    }
    near = more;
    return true;
  }

  private void advance(long word) {
    long end = Math.min(word, base + near.length);
    for (long w = base; w < end; w++) {
      near[(int) w & near.length - 1] = 0;
    }
    base = word;
  }

  /** Looks up a far tick; removes the far ticks that have passed. */
  private boolean isFar(long now, long tick) {
    boolean found = false;
    int kept = 0;
    for (int i = 0; i < farCount; i++) {
      long known = far[i];
      found |= known == tick;
      if (known >= now) {
        far[kept++] = known;
      }
    }
    farCount = kept;
    return found;
  }
}
