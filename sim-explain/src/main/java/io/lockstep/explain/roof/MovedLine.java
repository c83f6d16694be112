package io.lockstep.explain.roof;

/**
 * Work of two kernels on one source line, or all the work that no such row shows.
 *
 * @param kind what the row is about
 * @param text of the line; empty if the source cannot be read or the row is about no single line
 * @param from the first kernel's side
 * @param to the second kernel's side
 */
public record MovedLine(Kind kind, String text, Side from, Side to) {
  /** What a row is about. */
  public enum Kind {
    /** One source line. */
    LINE(""),
    /** All lines without a row of their own. */
    OTHERS("other lines"),
    /** Instructions whose source line is unknown. */
    UNKNOWN("no known line");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /**
   * One kernel's work.
   *
   * @param place as {@code file:line}; empty if the kernel has no such line
   * @param amount cycles or bytes
   * @param share of all the kernel's cycles or bytes, from 0 to 1
   */
  public record Side(String place, double amount, double share) {
    /** {@return whether the kernel has work here} */
    public boolean isThere() {
      return amount > 0;
    }
  }

  /**
   * {@return a side's place, or what the row is about; empty if the kernel has no work here}
   *
   * @param side one of both
   */
  public String where(Side side) {
    return kind == Kind.LINE ? side.place() : side.isThere() ? kind.words : "";
  }
}
