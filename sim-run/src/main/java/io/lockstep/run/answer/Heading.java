// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The heading of a table column, on the terminal and on pages.
 *
 * @param name short text above the column
 * @param isNumber whether the column contains numbers, which are right-aligned
 * @param meaning text of the tooltip; empty for none
 */
public record Heading(String name, boolean isNumber, String meaning) {
  /**
   * Creates a heading.
   *
   * @param marked the name; the prefix {@code >} marks a column of numbers
   */
  public static Heading of(String marked) {
    return marked.startsWith(">") ? figures(marked.substring(1)) : words(marked);
  }

  /** Creates a heading of a text column. */
  public static Heading words(String name) {
    return new Heading(name, false, "");
  }

  /** Creates a heading of a column of numbers. */
  public static Heading figures(String name) {
    return new Heading(name, true, "");
  }

  public Heading meaning(String words) {
    return new Heading(name, isNumber, words);
  }

  /**
   * Returns a modifiable list of headings.
   *
   * @param headings headings, collections of headings, and texts; the prefix {@code >} marks a
   *     column of numbers
   */
  public static List<Heading> all(Object... headings) {
    List<Heading> all = new ArrayList<>();
    for (Object h : headings) {
      if (h instanceof Collection<?> several) {
        several.forEach(one -> all.add((Heading) one));
      } else if (h instanceof Heading heading) {
        all.add(heading);
      } else {
        all.add(of(h.toString()));
      }
    }
    return all;
  }
}
