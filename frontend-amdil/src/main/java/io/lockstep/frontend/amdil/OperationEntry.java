package io.lockstep.frontend.amdil;

/**
 * An operation of the language, supported or refused.
 *
 * @param name without its modifiers
 * @param family heading in the documentation
 * @param minimum operands at least
 * @param maximum operands at most
 * @param meaning one line for people: what it computes, or why it is refused
 * @param isRefused whether the language has it and this front-end does not
 */
record OperationEntry(
    String name, String family, int minimum, int maximum, String meaning, boolean isRefused) {
  /** For messages. */
  String operands() {
    return minimum == maximum
        ? maximum + (maximum == 1 ? " operand" : " operands")
        : minimum + " to " + maximum + " operands";
  }
}
