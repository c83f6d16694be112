// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.run.answer.Answer;

/**
 * The work of two kernels on one source line, or on all lines without their own row.
 *
 * @param text text of the line; empty if the source cannot be read or the row does not stand for a
 *     single line
 * @param from work of the first kernel
 * @param to work of the second kernel
 */
public record MovedLine(Kind kind, String text, Side from, Side to) {
  public static final Answer<MovedLine> ANSWER =
      Answer.<MovedLine>part()
          .text("text", "Text of the line; empty if the source cannot be read.", MovedLine::text)
          .word("kind", "One line, all others, or no known line.", Kind.class, MovedLine::kind)
          .include(side("from", "first"), MovedLine::from)
          .include(side("to", "second"), MovedLine::to);

  private static Answer<Side> side(String name, String which) {
    String of = " of the " + which + " kernel";
    return Answer.<Side>part()
        .textOrNull(name, "File and line" + of + ", or null.", Side::place)
        .real(name + "_amount", "Cycles or bytes" + of + ".", Side::amount)
        .real(name + "_share", "Fraction of all cycles or bytes" + of + ".", Side::share);
  }

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
