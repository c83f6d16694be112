// SPDX-License-Identifier: Apache-2.0
/**
 * The figures that differ between two devices, in groups, and the hybrid specifications between the
 * devices.
 */
package io.lockstep.explain.figures;
