// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.util.List;

/**
 * Selects the part of a run that a timeline records: components and kernels by pattern (all if
 * empty), and a window of ticks; intervals that overlap it are kept whole.
 */
public record TimelineFilter(List<Glob> components, List<Glob> kernels, long from, long to) {
  public static final TimelineFilter ALL =
      new TimelineFilter(List.of(), List.of(), 0, Long.MAX_VALUE);

  public TimelineFilter {
    components = List.copyOf(components);
    kernels = List.copyOf(kernels);
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("window " + from + ":" + to);
    }
  }

  boolean component(String path) {
    return matches(components, path);
  }

  boolean kernel(String name) {
    return matches(kernels, name);
  }

  private static boolean matches(List<Glob> globs, String name) {
    return globs.isEmpty() || globs.stream().anyMatch(g -> g.matches(name));
  }
}
