// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.Comparator;

/**
 * A kind of event and its component, by names that are the same in every run. Ordered by phase,
 * then by name, with numbers in names compared by value.
 *
 * @param phase the phase within a tick
 * @param kind name of the kind
 * @param component path of the component; for the engine's own kinds, name of the port
 */
public record EventPlace(Phase phase, String kind, String component)
    implements Comparable<EventPlace> {
  private static final Comparator<EventPlace> ORDER =
      Comparator.comparing(EventPlace::phase)
          .thenComparing(EventPlace::kind)
          .thenComparing(EventPlace::component, EventPlace::comparePaths);

  /** Compares numbers by value: {@code cu[2]} before {@code cu[10]}. */
  private static int comparePaths(String a, String b) {
    int i = 0;
    while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    int m = digits(a, i);
    int n = digits(b, i);
    boolean within = i > 0 && Character.isDigit(a.charAt(i - 1)); // common prefix ends with a digit
    return m != n && (within || m > 0 && n > 0) ? m - n : a.substring(i).compareTo(b.substring(i));
  }

  private static int digits(String text, int from) {
    int i = from;
    while (i < text.length() && Character.isDigit(text.charAt(i))) {
      i++;
    }
    return i - from;
  }

  @Override
  public int compareTo(EventPlace other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return kind + " at " + component;
  }
}
