// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.path.Path;

/**
 * The outstanding operations of one wait counter (vmcnt, lgkmcnt), for all wavefronts of a compute
 * unit: completion ticks in issue order.
 *
 * <p>A wait for "at most k outstanding" needs all but the youngest k to be complete, since
 * completion is reported in order. An operation with unknown completion holds {@link #UNKNOWN}.
 */
final class CompletionRing extends SavedPart {
  static final long UNKNOWN = Long.MAX_VALUE;

  private final int most;
  private final int capacity;
  private final int stride;

  /**
   * For each wavefront: the ring index of its oldest operation, with the number of operations in
   * the upper half; then their ticks as a ring. The ring restarts at index 0 when it is empty, so
   * that few operations touch few lines of the host's caches.
   */
  private final long[] words;

  private Path[] paths; // parallel to words; null unless critical paths are requested

  /**
   * @param wavefronts slots
   * @param most maximum outstanding operations of a wavefront, at least 1
   */
  CompletionRing(int wavefronts, int most) {
    this.most = most;
    capacity = 2 * Integer.highestOneBit(most);
    stride = capacity + 1;
    words = state.keep(new long[wavefronts * stride]);
  }

  /** Enables or disables critical paths; no operation may be outstanding. */
  void follow(boolean wanted) {
    paths = wanted ? new Path[words.length] : null;
  }

  /** Sets the critical path of an operation, which may be null while unknown. */
  void path(int wavefront, int place, Path path) {
    if (paths != null) {
      paths[wavefront * stride + 1 + place] = path;
    }
  }

  /** The latest critical path among the operations that {@link #when} waits for, or null. */
  Path path(int wavefront, int allowed) {
    int base = wavefront * stride;
    int head = (int) words[base];
    Path last = null;
    for (int i = 0, n = size(wavefront) - allowed; i < n; i++) {
      last = Path.later(last, paths[base + 1 + (head + i & capacity - 1)]);
    }
    return last;
  }

  void clear(int wavefront) {
    words[wavefront * stride] = 0;
  }

  int size(int wavefront) {
    return (int) (words[wavefront * stride] >>> 32);
  }

  boolean isFull(int wavefront) {
    return size(wavefront) >= most;
  }

  /** Adds an operation; returns its ring index, valid until it has completed. */
  int add(int wavefront, long completion) {
    int base = wavefront * stride;
    long ends = words[base];
    int place = (int) ends + (int) (ends >>> 32) & capacity - 1;
    words[base] = ends + (1L << 32);
    words[base + 1 + place] = completion;
    return place;
  }

  void complete(int wavefront, int place, long completion) {
    words[wavefront * stride + 1 + place] = completion;
  }

  /** The tick when at most {@code allowed} operations are outstanding, or {@link #UNKNOWN}. */
  long when(int wavefront, int allowed) {
    int base = wavefront * stride;
    long ends = words[base];
    int head = (int) ends;
    long latest = 0;
    for (int i = 0, n = (int) (ends >>> 32) - allowed; i < n; i++) {
      long t = words[base + 1 + (head + i & capacity - 1)];
      if (t > latest) {
        latest = t;
      }
    }
    return latest;
  }

  /** Ring index of the last operation to complete that {@link #when} waits for, or -1. */
  int last(int wavefront, int allowed) {
    int base = wavefront * stride;
    long ends = words[base];
    int head = (int) ends;
    long latest = -1;
    int last = -1;
    for (int i = 0, n = (int) (ends >>> 32) - allowed; i < n; i++) {
      int place = head + i & capacity - 1;
      if (words[base + 1 + place] > latest) {
        latest = words[base + 1 + place];
        last = place;
      }
    }
    return last;
  }

  /** Removes all but the youngest {@code allowed} operations, which must be complete. */
  void retire(int wavefront, int allowed) {
    int base = wavefront * stride;
    long ends = words[base];
    int n = (int) (ends >>> 32) - allowed;
    if (n > 0) {
      words[base] = allowed == 0 ? 0 : (long) allowed << 32 | (int) ends + n & capacity - 1;
    }
  }
}
