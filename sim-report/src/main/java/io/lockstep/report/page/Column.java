package io.lockstep.report.page;

/**
 * A table's column.
 *
 * @param name its heading
 * @param isNumber whether it holds numbers, which are aligned to the right
 * @param meaning shown under the pointer; empty if the name suffices
 */
public record Column(String name, boolean isNumber, String meaning) {
  /**
   * {@return a column of words}
   *
   * @param name its heading
   */
  public static Column words(String name) {
    return new Column(name, false, "");
  }

  /**
   * {@return a column of figures}
   *
   * @param name its heading
   */
  public static Column figures(String name) {
    return new Column(name, true, "");
  }

  /**
   * {@return a copy with a meaning}
   *
   * @param words a sentence
   */
  public Column meaning(String words) {
    return new Column(name, isNumber, words);
  }
}
