// SPDX-License-Identifier: Apache-2.0
/**
 * Explains the ratio of two times by simulation: hybrids of two devices are simulated, and the
 * logarithm of the ratio is divided among groups of figures.
 */
package io.lockstep.explain;
