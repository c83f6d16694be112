// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

/**
 * A source operand of a machine operation.
 *
 * @param number number of a value, dword index of a constant, or queue (0 for A, 1 for B)
 * @param bits bits of a literal or inline constant, or name of a queue's word
 * @param absolute float source modifier, applied before the negation
 */
public record Source(Kind kind, int number, int bits, int bank, boolean negated, boolean absolute) {
  public enum Kind {
    /** A general-purpose register, or a result of the previous bundle. */
    VALUE,
    CONSTANT,
    LITERAL,
    /** One of the hardware's inline constants: 0, 1, -1, 0.5, 1.0. */
    INLINE,
    /** The output queue of the local data share. */
    QUEUE
  }

  // Written out because the methods that records generate at run time would slow code generation.
  @Override
  public boolean equals(Object other) {
    return other instanceof Source o
        && kind == o.kind
        && number == o.number
        && bits == o.bits
        && bank == o.bank
        && negated == o.negated
        && absolute == o.absolute;
  }

  @Override
  public int hashCode() {
    int modifiers = (negated ? 1 : 0) + (absolute ? 2 : 0);
    return 31 * (31 * (31 * (31 * kind.hashCode() + number) + bits) + bank) + modifiers;
  }

  /** Returns a value of {@link ValueTable} as a source. */
  public static Source value(int number) {
    return new Source(Kind.VALUE, number, 0, 0, false, false);
  }

  /** Returns a dword of a constant buffer as a source; four dwords make a register. */
  public static Source constant(int bank, int dword) {
    return new Source(Kind.CONSTANT, dword, 0, bank, false, false);
  }

  /** Returns a constant: inline if the hardware supports it, otherwise a literal. */
  public static Source number(int bits) {
    boolean inline =
        bits == 0 || bits == 1 || bits == -1 || bits == 0x3F000000 || bits == 0x3F800000;
    return new Source(inline ? Kind.INLINE : Kind.LITERAL, 0, bits, 0, false, false);
  }

  /**
   * Returns the head of an output queue.
   *
   * @param which 0 for queue A, 1 for queue B
   * @param word name of the word, which a checker compares
   */
  public static Source queue(int which, int word) {
    return new Source(Kind.QUEUE, which, word, 0, false, false);
  }

  public boolean isValue() {
    return kind == Kind.VALUE;
  }

  public boolean isNumber() {
    return kind == Kind.LITERAL || kind == Kind.INLINE;
  }

  public boolean isModified() {
    return negated || absolute;
  }

  /** Returns a source of the same kind with the same modifiers, such as another value. */
  public Source renamed(int otherNumber) {
    return new Source(kind, otherNumber, bits, bank, negated, absolute);
  }

  public Source negate() {
    return new Source(kind, number, bits, bank, !negated, absolute);
  }

  public Source magnitude() {
    return new Source(kind, number, bits, bank, false, true);
  }
}
