package io.lockstep.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The heading of a table's column.
 *
 * @param name its text
 * @param isNumber whether the column holds numbers, which are aligned to the right
 * @param meaning shown under the pointer; empty if the name suffices
 */
public record Heading(String name, boolean isNumber, String meaning) {
  /**
   * {@return a column of words}
   *
   * @param name its heading
   */
  public static Heading words(String name) {
    return new Heading(name, false, "");
  }

  /**
   * {@return a column of figures}
   *
   * @param name its heading
   */
  public static Heading figures(String name) {
    return new Heading(name, true, "");
  }

  /**
   * {@return a copy with a meaning}
   *
   * @param words a sentence
   */
  public Heading meaning(String words) {
    return new Heading(name, isNumber, words);
  }

  /**
   * {@return the headings of a table, to which more may be added}
   *
   * @param headings headings, collections of them, and texts from code, which begin with {@code >}
   *     in front of figures
   */
  public static List<Heading> all(Object... headings) {
    List<Heading> all = new ArrayList<>();
    for (Object h : headings) {
      if (h instanceof Collection<?> several) {
        several.forEach(one -> all.add((Heading) one));
      } else if (h instanceof Heading heading) {
        all.add(heading);
      } else {
        String text = h.toString();
        all.add(text.startsWith(">") ? figures(text.substring(1)) : words(text));
      }
    }
    return all;
  }
}
