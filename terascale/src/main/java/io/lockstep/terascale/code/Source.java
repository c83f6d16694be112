package io.lockstep.terascale.code;

/**
 * A source operand.
 *
 * @param number value, index of a constant dword, or queue (0 is A, 1 is B)
 * @param bits of a literal or inline constant, or the name of a queue's word
 * @param absolute is applied before the negation
 */
public record Source(Kind kind, int number, int bits, int bank, boolean negated, boolean absolute) {
  public enum Kind {
    /** A register, or the previous bundle's result. */
    VALUE,
    CONSTANT,
    LITERAL,
    /** One of the hardware's inline constants: 0, 1, -1, 0.5, 1.0. */
    INLINE,
    /** An output queue of the local data share. */
    QUEUE
  }

  // explicit, since those of records are generated at run time, which slows lowering
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

  /** A value of {@link ValueTable}. */
  public static Source value(int number) {
    return new Source(Kind.VALUE, number, 0, 0, false, false);
  }

  /** A dword of a constant buffer; four make a register. */
  public static Source constant(int bank, int dword) {
    return new Source(Kind.CONSTANT, dword, 0, bank, false, false);
  }

  /** An inline constant if there is one, otherwise a literal. */
  public static Source number(int bits) {
    boolean inline =
        bits == 0 || bits == 1 || bits == -1 || bits == 0x3F000000 || bits == 0x3F800000;
    return new Source(inline ? Kind.INLINE : Kind.LITERAL, 0, bits, 0, false, false);
  }

  /** The head of queue A (0) or B (1); {@code word} is its name, for checkers. */
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

  public Source negate() {
    return new Source(kind, number, bits, bank, !negated, absolute);
  }

  public Source magnitude() {
    return new Source(kind, number, bits, bank, false, true);
  }
}
