// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

/**
 * The interaction of two reasons.
 *
 * @param factor above 1 if both changes together take longer than the product of their factors
 */
public record Together(String one, String other, double factor) {}
