package io.lockstep.frontend.amdil;

/**
 * An operation of the language, supported or refused.
 *
 * @param name without its modifiers
 * @param family heading in the documentation
 * @param minimum operands at least
 * @param maximum operands at most
 * @param meaning one line for people: what it computes, or why it is refused
 * @param decoder lowers a statement; null where the operation is refused
 */
record Operation(
    String name, String family, int minimum, int maximum, String meaning, Decoder decoder) {
  /** Lowers one statement. */
  interface Decoder {
    void decode(Statements code, Syntax.Statement statement);
  }

  boolean isRefused() {
    return decoder == null;
  }

  /** For messages. */
  String operands() {
    return minimum == maximum
        ? maximum + (maximum == 1 ? " operand" : " operands")
        : minimum + " to " + maximum + " operands";
  }
}
