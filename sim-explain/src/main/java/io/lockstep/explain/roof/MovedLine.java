// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

/**
 * The work of two kernels on one source line, or on all lines without their own row.
 *
 * @param text text of the line; empty if the source cannot be read or the row does not stand for a
 *     single line
 * @param from work of the first kernel
 * @param to work of the second kernel
 */
public record MovedLine(Kind kind, String text, Side from, Side to) {
  public enum Kind {
    LINE(""),
    /** All lines without their own row. */
    OTHERS("other lines"),
    /** Instructions whose source line is unknown. */
    UNKNOWN("no known line");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /**
   * The work of one kernel.
   *
   * @param place source position as {@code file:line}; empty if the kernel has no such line
   * @param amount cycles or bytes
   * @param share fraction of the kernel's total, from 0 to 1
   */
  public record Side(String place, double amount, double share) {
    public boolean isThere() {
      return amount > 0;
    }
  }

  /**
   * Returns the source position of a side, or a description of the row if the row is not a single
   * line; empty if the kernel has no work here.
   */
  public String where(Side side) {
    return kind == Kind.LINE ? side.place() : side.isThere() ? kind.words : "";
  }
}
