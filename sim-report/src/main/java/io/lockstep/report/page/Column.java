package io.lockstep.report.page;

/**
 * A table's column.
 *
 * @param name its heading
 * @param isNumber whether it holds figures, which are written to the right
 * @param meaning shown under the pointer; empty where the name says it
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
   * {@return the same with what it means}
   *
   * @param words a sentence
   */
  public Column meaning(String words) {
    return new Column(name, isNumber, words);
  }
}
