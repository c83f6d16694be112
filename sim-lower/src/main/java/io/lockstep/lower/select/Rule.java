// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import java.util.List;

/**
 * A rule of a selection table.
 *
 * @param place file and line
 * @param conditions all of which must hold
 * @param slots number of parameters and variables
 * @param steps terms in order of evaluation; the last one is the result
 * @param refusal why the machine cannot execute the instruction; null if it can
 */
record Rule(String place, List<Condition> conditions, int slots, List<Step> steps, String refusal) {
  /** A term whose value is kept in a slot, or in none if it is negative. */
  record Step(int slot, Term term) {}

  /** Alternatives, of which one must hold. */
  record Condition(List<Test> alternatives) {}

  /** A test of a property, or of a condition of the target if that is null. */
  record Test(boolean negated, Property.Test known, String name, List<Term> arguments) {}
}
