package io.lockstep.run.path;

import io.lockstep.parts.path.PathResource;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Ticks of critical paths by line and by resource. Immutable but for the arrays, which nobody
 * changes.
 *
 * @param lines by number of the line in the kernel's text, or one of the special ones, ticks in the
 *     order of {@link PathResource}
 */
public record PathShares(SortedMap<Integer, long[]> lines) {
  /** Device code that came from no instruction with a line. */
  public static final int UNKNOWN = 0;

  /** No instruction: launching, handing out groups, asking for the end of writes. */
  public static final int NO_LINE = -1;

  /** No ticks. */
  public static final PathShares NONE = new PathShares(new TreeMap<>());

  /**
   * Copies the map.
   *
   * @param lines by number of the line, ticks in the order of {@link PathResource}
   */
  public PathShares {
    lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
  }

  /** {@return ticks of everything: the paths' whole time} */
  public long ticks() {
    long sum = 0;
    for (long[] of : lines.values()) {
      for (long t : of) {
        sum += t;
      }
    }
    return sum;
  }

  /**
   * {@return ticks spent on something}
   *
   * @param resource on what
   */
  public long ticks(PathResource resource) {
    return lines.values().stream().mapToLong(of -> of[resource.ordinal()]).sum();
  }

  /**
   * {@return these and others; lines of one number count as one}
   *
   * @param other of the same kernel, where lines are to mean anything
   */
  public PathShares plus(PathShares other) {
    SortedMap<Integer, long[]> sum = new TreeMap<>(lines);
    other.lines.forEach(
        (line, ticks) ->
            sum.merge(
                line,
                ticks,
                (a, b) -> {
                  long[] both = a.clone();
                  for (int i = 0; i < both.length; i++) {
                    both[i] += b[i];
                  }
                  return both;
                }));
    return new PathShares(sum);
  }
}
