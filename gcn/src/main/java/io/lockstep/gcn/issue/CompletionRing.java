// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.spi.path.Path;

/**
 * The outstanding operations of one wait counter, for all wavefronts of a compute unit: completion
 * ticks in issue order.
 *
 * <p>Completion is reported in order, so that a wait for "at most k outstanding" requires the
 * completion of all but the youngest k operations. The tick of an operation is {@link #UNKNOWN}
 * until its completion is known.
 */
final class CompletionRing {
  static final long UNKNOWN = Long.MAX_VALUE;

  private final int most;
  private final int capacity;
  private final int stride;

  /**
   * A ring for each wavefront. The first word has the index of the oldest operation in the lower
   * half and the number of operations in the upper half; the operations' ticks follow. An empty
   * ring restarts at index 0, so that few operations touch few cache lines of the host.
   */
  private final long[] words;

  private Path[] paths; // parallel to words; null unless critical paths are requested

  /**
   * @param wavefronts number of wavefront slots
   * @param most maximum number of outstanding operations per wavefront, at least 1
   */
  CompletionRing(int wavefronts, int most) {
    this.most = most;
    capacity = 2 * Integer.highestOneBit(most);
    stride = capacity + 1;
    words = new long[wavefronts * stride];
  }

  /** Enables or disables critical paths; no operation may be outstanding. */
  void follow(boolean wanted) {
    paths = wanted ? new Path[words.length] : null;
  }

  /** Sets the critical path of an operation; null while unknown. */
  void path(int wavefront, int place, Path path) {
    if (paths != null) {
      paths[wavefront * stride + 1 + place] = path;
    }
  }

  /** Returns the latest critical path of the operations that {@link #when} covers, or null. */
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

  /** Returns the maximum number of outstanding operations per wavefront. */
  int most() {
    return most;
  }

  int size(int wavefront) {
    return (int) (words[wavefront * stride] >>> 32);
  }

  boolean isFull(int wavefront) {
    return size(wavefront) >= most;
  }

  /** Adds an operation; returns its ring index, which is valid until completion. */
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

  /** Returns the tick with at most {@code allowed} outstanding operations, or {@link #UNKNOWN}. */
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

  /** Returns the ring index of the last operation that {@link #when} waits for, or -1. */
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

  /** Retires the oldest operations, which must be complete, until {@code allowed} remain. */
  void retire(int wavefront, int allowed) {
    int base = wavefront * stride;
    long ends = words[base];
    int n = (int) (ends >>> 32) - allowed;
    if (n > 0) {
      words[base] = allowed == 0 ? 0 : (long) allowed << 32 | (int) ends + n & capacity - 1;
    }
  }
}
