package io.lockstep.sweep.search.algorithm;

/**
 * What is to be looked at. Immutable.
 *
 * @param place where
 * @param rung at which fidelity: 0 for the cheapest
 */
public record Proposal(Place place, int rung) {}
