/**
 * Cooperative games: what each player adds, by Shapley's values, exactly or from sampled orders. It
 * knows nothing of devices; values are numbers that add up.
 */
package io.lockstep.explain.game;
