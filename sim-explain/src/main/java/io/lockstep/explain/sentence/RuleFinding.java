// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

/**
 * The finding of a rule.
 *
 * @param cost logarithm of the factor by which the statistic changed; positive if the change
 *     prolongs the time
 * @param words the clause, without a full stop
 */
public record RuleFinding(double cost, String words) {}
