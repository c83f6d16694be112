// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import java.util.List;

/** A term of a rule's body or an argument of its conditions. */
sealed interface Term {
  /** A literal of 32 bits. */
  record Number(int bits) implements Term {}

  /** An operand of the instruction or another name of the target. */
  record Name(String text) implements Term {}

  /** A parameter or variable of the rule. */
  record Variable(int slot) implements Term {}

  /**
   * A call of a machine operation, of a definition of the table or of a target's function.
   *
   * @param operation the operation; its name may have placeholders
   * @param definition the rules of the definition; empty if the name is not defined
   */
  record Call(Operation<?> operation, List<Rule> definition, List<Term> arguments)
      implements Term {}
}
