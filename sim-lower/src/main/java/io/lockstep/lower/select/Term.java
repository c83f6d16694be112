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

  /**
   * A rule of a selection table.
   *
   * @param place file and line
   * @param conditions all of which must hold
   * @param slots number of parameters and variables
   * @param steps terms in order of evaluation; the last one is the result
   * @param refusal why the machine cannot execute the instruction; null if it can
   */
  record Rule(
      String place, List<Condition> conditions, int slots, List<Step> steps, String refusal) {
    /** A term whose value is kept in a slot, or in none if it is negative. */
    record Step(int slot, Term term) {}

    /** Alternatives, of which one must hold. */
    record Condition(List<Test> alternatives) {}

    /** A test of a property, or of a condition of the target if that is null. */
    record Test(boolean negated, Property.Test known, String name, List<Term> arguments) {}
  }
}
