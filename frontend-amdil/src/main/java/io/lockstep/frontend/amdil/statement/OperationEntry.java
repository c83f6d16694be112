// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

/**
 * An operation of the language, supported or refused.
 *
 * @param name name without modifiers
 * @param family heading in the documentation
 * @param minimum minimum number of operands
 * @param maximum maximum number of operands
 * @param meaning one line: the result, or the reason for a refusal
 */
public record OperationEntry(
    String name, String family, int minimum, int maximum, String meaning, boolean isRefused) {
  public String operands() {
    return minimum == maximum
        ? maximum + (maximum == 1 ? " operand" : " operands")
        : minimum + " to " + maximum + " operands";
  }
}
