// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the valid name that was probably meant by a misspelt name. */
public final class Suggestions {
  private static final int LONGEST = 200;
  private static final String BEFORE = "; did you mean '";
  private static final String AFTER = "'?";

  private Suggestions() {}

  /** {@return the most similar valid name, if one is similar enough} */
  public static Optional<String> nearest(String name, Collection<String> valid) {
    if (name.length() > LONGEST) {
      return Optional.empty(); // not a name: a comparison would be slow and find no similar name
    }
    String best = null;
    int bestDistance = Math.max(2, name.length() / 3) + 1;
    for (String candidate : new TreeSet<>(valid)) {
      int d = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (d < bestDistance) {
        bestDistance = d;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /** {@return {@code "; did you mean 'x'?"}, or the list of valid names if none is similar} */
  public static String hint(String name, Collection<String> valid) {
    String near = nearHint(name, valid);
    return near.isEmpty() ? "; valid: " + String.join(", ", new TreeSet<>(valid)) : near;
  }

  /** {@return {@code "; did you mean 'x'?"}, or nothing if no valid name is similar} */
  public static String nearHint(String name, Collection<String> valid) {
    return nearHint(name, valid, "");
  }

  /** {@return {@code "; did you mean 'x'?"}, or another text if no valid name is similar} */
  public static String nearHint(String name, Collection<String> valid, String otherwise) {
    return nearest(name, valid).map(n -> BEFORE + n + AFTER).orElse(otherwise);
  }

  /** {@return the name that a message with a {@link #hint} suggests, if it suggests one} */
  public static Optional<String> suggested(String message) {
    int from = message.indexOf(BEFORE) + BEFORE.length();
    int to = message.indexOf(AFTER, from);
    return from < BEFORE.length() || to < 0
        ? Optional.empty()
        : Optional.of(message.substring(from, to));
  }

  /** As above; returns {@code none} if there are no valid names. */
  public static String hint(String name, Collection<String> valid, String none) {
    return valid.isEmpty() ? none : hint(name, valid);
  }

  /** Returns the Levenshtein distance with adjacent transpositions as one edit. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
