// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

/**
 * The finding of a rule.
 *
 * @param cost size of the effect, positive if it lengthens the time: the logarithm of a statistic's
 *     factor, or a share of the issue cycles
 * @param words the clause, without a full stop
 */
public record RuleFinding(double cost, String words) {}
