// SPDX-License-Identifier: Apache-2.0
/**
 * Sentences that explain factors: each rule compares one statistic before and after a change, and
 * applies if it changed in the direction of the time. No cause is assumed in advance.
 */
package io.lockstep.explain.sentence;
