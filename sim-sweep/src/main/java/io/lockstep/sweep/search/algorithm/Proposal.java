// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

/**
 * A place to evaluate.
 *
 * @param rung index of the fidelity, 0 for the cheapest
 */
public record Proposal(SearchPlace place, int rung) {}
