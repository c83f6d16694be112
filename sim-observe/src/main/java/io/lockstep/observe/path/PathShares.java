// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.path;

import io.lockstep.spi.path.PathResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Ticks of critical paths by line and by resource.
 *
 * @param lines ticks in the order of {@link PathResource}, by line number or special line
 * @param ports ticks of {@link PathResource#PORT} by line and port; "" is the wavefront's turn
 */
public record PathShares(
    SortedMap<Integer, long[]> lines, SortedMap<Integer, SortedMap<String, Long>> ports) {
  /** Device code without a source line. */
  public static final int UNKNOWN = 0;

  /** Time without an instruction: launch, dispatch, end of writes. */
  public static final int NO_LINE = -1;

  /** All lines together. */
  public static final int ALL = -2;

  public static final PathShares NONE = new PathShares(new TreeMap<>(), new TreeMap<>());

  /** A positive share of the ticks; the key of a port has the port's name. */
  public record Share(String key, String meaning, long ticks) {}

  public PathShares {
    lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
    ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
  }

  /** Returns the ticks of all resources: the paths' whole time. */
  public long ticks() {
    long sum = 0;
    for (long[] of : lines.values()) {
      for (long t : of) {
        sum += t;
      }
    }
    return sum;
  }

  public long ticks(PathResource resource) {
    return lines.values().stream().mapToLong(of -> of[resource.ordinal()]).sum();
  }

  /** Returns the ticks of {@link PathResource#PORT} by the port's name. */
  public SortedMap<String, Long> byPort() {
    SortedMap<String, Long> sum = new TreeMap<>();
    ports.values().forEach(of -> of.forEach((port, ticks) -> sum.merge(port, ticks, Long::sum)));
    return sum;
  }

  /** Returns the shares of {@link #ticks()} by resource, each port by its name, in order. */
  public List<Share> shares() {
    List<Share> shares = new ArrayList<>();
    for (PathResource r : PathResource.values()) {
      long ticks = ticks(r);
      if (r == PathResource.PORT) {
        byPort().forEach((port, t) -> shares.add(new Share(portKey(port), r.meaning(), t)));
      } else if (ticks > 0) {
        shares.add(new Share(r.key(), r.meaning(), ticks));
      }
    }
    return shares;
  }

  private static String portKey(String port) {
    return PathResource.PORT.key() + (port.isEmpty() ? " (turn)" : " " + port);
  }

  /** Returns the sum of these and other shares of the same kernel, line by line. */
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
    SortedMap<Integer, SortedMap<String, Long>> both = new TreeMap<>(ports);
    other.ports.forEach(
        (line, of) ->
            both.merge(
                line,
                of,
                (a, b) -> {
                  SortedMap<String, Long> merged = new TreeMap<>(a);
                  b.forEach((port, ticks) -> merged.merge(port, ticks, Long::sum));
                  return merged;
                }));
    return new PathShares(sum, both);
  }
}
