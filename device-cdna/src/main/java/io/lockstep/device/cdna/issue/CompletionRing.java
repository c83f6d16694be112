package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.path.Path;

/**
 * The outstanding operations behind one wait counter (vmcnt, lgkmcnt), for all wavefronts of a
 * compute unit: completion ticks in the order of issue.
 *
 * <p>A wait for "at most k outstanding" needs all but the youngest k to be complete: completion is
 * reported in order. An operation whose completion is not known yet holds {@link #UNKNOWN}. Not
 * thread-safe.
 */
final class CompletionRing extends SavedPart {
  /** Completion not known yet. */
  static final long UNKNOWN = Long.MAX_VALUE;

  private final int most;
  private final int capacity;
  private final int stride;

  /**
   * Of each wavefront: the place of its oldest operation, and in the upper half how many it has;
   * then their ticks as a ring. Ticks begin at the front again whenever there are none, so that a
   * few operations touch few lines of the host's caches.
   */
  private final long[] words;

  private Path[] paths; // beside the words; null unless requested

  /**
   * @param wavefronts slots
   * @param most operations outstanding that the counter of a wavefront counts, at least 1
   */
  CompletionRing(int wavefronts, int most) {
    this.most = most;
    capacity = 2 * Integer.highestOneBit(most);
    stride = capacity + 1;
    words = state.keep(new long[wavefronts * stride]);
  }

  /** Says whether critical paths are wanted. Nothing is outstanding. */
  void follow(boolean wanted) {
    paths = wanted ? new Path[words.length] : null;
  }

  /** The critical path of an operation, which may still be unknown; only where one is wanted. */
  void path(int wavefront, int place, Path path) {
    if (paths != null) {
      paths[wavefront * stride + 1 + place] = path;
    }
  }

  /** The path of what is there last of those that {@link #when} waits for, or null. */
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

  /** Whether the counter of a wavefront counts no further. */
  boolean isFull(int wavefront) {
    return size(wavefront) >= most;
  }

  /** Adds an operation; its place is valid until it has completed. */
  int add(int wavefront, long completion) {
    int base = wavefront * stride;
    long ends = words[base];
    int place = (int) ends + (int) (ends >>> 32) & capacity - 1;
    words[base] = ends + (1L << 32);
    words[base + 1 + place] = completion;
    return place;
  }

  /** Enters a completion that was unknown. */
  void complete(int wavefront, int place, long completion) {
    words[wavefront * stride + 1 + place] = completion;
  }

  /**
   * When at most {@code allowed} operations are outstanding: a tick, possibly past, or {@link
   * #UNKNOWN}.
   */
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

  /** The place of what will be there last of those that {@link #when} waits for; -1 for none. */
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

  /** Forgets all but the youngest {@code allowed}, which are known to be complete. */
  void retire(int wavefront, int allowed) {
    int base = wavefront * stride;
    long ends = words[base];
    int n = (int) (ends >>> 32) - allowed;
    if (n > 0) {
      words[base] = allowed == 0 ? 0 : (long) allowed << 32 | (int) ends + n & capacity - 1;
    }
  }
}
