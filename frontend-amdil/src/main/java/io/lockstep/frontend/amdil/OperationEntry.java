package io.lockstep.frontend.amdil;

/**
 * An operation, maybe refused.
 *
 * @param family heading in the documentation
 * @param minimum number of operands
 * @param maximum number of operands
 * @param meaning one line: result, or reason of refusal
 */
record OperationEntry(
    String name, String family, int minimum, int maximum, String meaning, boolean isRefused) {
  String operands() {
    return minimum == maximum
        ? maximum + (maximum == 1 ? " operand" : " operands")
        : minimum + " to " + maximum + " operands";
  }
}
