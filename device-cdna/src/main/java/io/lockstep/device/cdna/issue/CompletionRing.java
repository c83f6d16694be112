package io.lockstep.device.cdna.issue;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;

/**
 * The outstanding operations behind one wait counter (vmcnt, lgkmcnt), for all wavefronts of a
 * compute unit: completion ticks in the order of issue.
 *
 * <p>A wait for "at most k outstanding" needs all but the youngest k to be complete: completion is
 * reported in order. An operation whose completion is not known yet holds {@link #UNKNOWN}. Not
 * thread-safe.
 */
final class CompletionRing {
  /** Completion not known yet. */
  static final long UNKNOWN = Long.MAX_VALUE;

  private final int capacity;
  private final long[] tick;
  private final int[] head;
  private final int[] size;

  /**
   * @param wavefronts slots
   * @param capacity operations outstanding of one wavefront, a power of two
   */
  CompletionRing(int wavefronts, int capacity) {
    this.capacity = capacity;
    tick = new long[wavefronts * capacity];
    head = new int[wavefronts];
    size = new int[wavefronts];
  }

  void clear(int wavefront) {
    head[wavefront] = 0;
    size[wavefront] = 0;
  }

  int size(int wavefront) {
    return size[wavefront];
  }

  /** Adds an operation; its place is valid until it has completed. */
  int add(int wavefront, long completion) {
    int place = head[wavefront] + size[wavefront]++ & capacity - 1;
    tick[wavefront * capacity + place] = completion;
    return place;
  }

  /** Enters a completion that was unknown. */
  void complete(int wavefront, int place, long completion) {
    tick[wavefront * capacity + place] = completion;
  }

  /**
   * When at most {@code allowed} operations are outstanding: a tick, possibly past, or {@link
   * #UNKNOWN}.
   */
  long when(int wavefront, int allowed) {
    int base = wavefront * capacity;
    long latest = 0;
    for (int i = 0, n = size[wavefront] - allowed; i < n; i++) {
      long t = tick[base + (head[wavefront] + i & capacity - 1)];
      if (t > latest) {
        latest = t;
      }
    }
    return latest;
  }

  /** Forgets all but the youngest {@code allowed}, which are known to be complete. */
  void retire(int wavefront, int allowed) {
    int n = size[wavefront] - allowed;
    if (n > 0) {
      head[wavefront] = head[wavefront] + n & capacity - 1;
      size[wavefront] = allowed;
    }
  }

  void save(StateWriter out) {
    out.writeLongs(tick);
    out.writeInts(head);
    out.writeInts(size);
  }

  void load(StateReader in) {
    System.arraycopy(in.readLongs(), 0, tick, 0, tick.length);
    System.arraycopy(in.readInts(), 0, head, 0, head.length);
    System.arraycopy(in.readInts(), 0, size, 0, size.length);
  }
}
