package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.path.Path;

/**
 * Outstanding operations of a wait counter by wavefront: completion ticks in issue order, or {@link
 * #UNKNOWN}. Completion is reported in order, so a wait for "at most k" needs all but the youngest
 * k.
 */
final class CompletionRing extends SavedPart {
  static final long UNKNOWN = Long.MAX_VALUE;

  private final int most;
  private final int capacity;
  private final int stride;

  /**
   * By wavefront: index of the oldest and number of operations (upper half), then ticks. Empty
   * rings restart at 0, to touch few cache lines of the host.
   */
  private final long[] words;

  private Path[] paths; // parallel to words, or null

  /** {@code most}: maximum outstanding operations of a wavefront, at least 1. */
  CompletionRing(int wavefronts, int most) {
    this.most = most;
    capacity = 2 * Integer.highestOneBit(most);
    stride = capacity + 1;
    words = state.keep(new long[wavefronts * stride]);
  }

  /** Enables or disables critical paths; nothing may be outstanding. */
  void follow(boolean wanted) {
    paths = wanted ? new Path[words.length] : null;
  }

  /** Sets an operation's critical path; null while unknown. */
  void path(int wavefront, int place, Path path) {
    if (paths != null) {
      paths[wavefront * stride + 1 + place] = path;
    }
  }

  /** The latest critical path of the operations that {@link #when} awaits, or null. */
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

  /** Adds an operation; returns its index until completion. */
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

  /** When at most {@code allowed} operations are outstanding (maybe past), or {@link #UNKNOWN}. */
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

  /** Index of the last to complete that {@link #when} awaits, or -1. */
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

  /** Removes all but the youngest {@code allowed} operations, as complete. */
  void retire(int wavefront, int allowed) {
    int base = wavefront * stride;
    long ends = words[base];
    int n = (int) (ends >>> 32) - allowed;
    if (n > 0) {
      words[base] = allowed == 0 ? 0 : (long) allowed << 32 | (int) ends + n & capacity - 1;
    }
  }
}
