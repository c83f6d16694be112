package io.lockstep.terascale.code;

/**
 * A source of a machine operation.
 *
 * @param kind the kind of source
 * @param number value (register), constant dword index, or queue (0 is A, 1 is B)
 * @param bits the bits of a literal or inline constant, or the name of a queue's word
 * @param bank constant buffer
 * @param negated float source modifier
 * @param absolute float source modifier, applied before the negation
 */
public record Source(Kind kind, int number, int bits, int bank, boolean negated, boolean absolute) {
  /** The kind of a source. */
  public enum Kind {
    /** A general-purpose register (or the previous bundle's result). */
    VALUE,
    /** The constant cache. */
    CONSTANT,
    /** A 32-bit literal stored after the bundle. */
    LITERAL,
    /** One of the constants that the hardware knows: 0, 1, -1, 0.5, 1.0. */
    INLINE,
    /** The output queue of the local data share. */
    QUEUE
  }

  // Written out: Java would make these at run time, and every lowering needs them.
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

  /**
   * {@return a value}
   *
   * @param number of the value among {@link ValueTable}
   */
  public static Source value(int number) {
    return new Source(Kind.VALUE, number, 0, 0, false, false);
  }

  /**
   * {@return a dword of a constant buffer}
   *
   * @param bank number of the constant buffer
   * @param dword its index in the buffer, four to a register
   */
  public static Source constant(int bank, int dword) {
    return new Source(Kind.CONSTANT, dword, 0, bank, false, false);
  }

  /**
   * {@return a constant: inline if the hardware supports it, otherwise a literal}
   *
   * @param bits as the hardware reads them, for floats the IEEE bits
   */
  public static Source number(int bits) {
    boolean inline =
        bits == 0 || bits == 1 || bits == -1 || bits == 0x3F000000 || bits == 0x3F800000;
    return new Source(inline ? Kind.INLINE : Kind.LITERAL, 0, bits, 0, false, false);
  }

  /**
   * {@return the head of an output queue}
   *
   * @param which 0 for queue A, 1 for queue B
   * @param word its name, by which a checker knows it
   */
  public static Source queue(int which, int word) {
    return new Source(Kind.QUEUE, which, word, 0, false, false);
  }

  /** {@return whether it is a register} */
  public boolean isValue() {
    return kind == Kind.VALUE;
  }

  /** {@return whether it is a number known now} */
  public boolean isNumber() {
    return kind == Kind.LITERAL || kind == Kind.INLINE;
  }

  /** {@return whether a float modifier is attached} */
  public boolean isModified() {
    return negated || absolute;
  }

  /** {@return the negated source} */
  public Source negate() {
    return new Source(kind, number, bits, bank, !negated, absolute);
  }

  /** {@return its magnitude} */
  public Source magnitude() {
    return new Source(kind, number, bits, bank, false, true);
  }
}
