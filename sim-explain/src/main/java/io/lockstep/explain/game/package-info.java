// SPDX-License-Identifier: Apache-2.0
/**
 * Cooperative games, solved by exact or sampled Shapley values. Independent of devices and
 * simulation.
 */
package io.lockstep.explain.game;
