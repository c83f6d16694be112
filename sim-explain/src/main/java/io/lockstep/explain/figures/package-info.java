// SPDX-License-Identifier: Apache-2.0
/**
 * The figures of devices: those that differ between two devices, in groups, with the hybrid
 * specifications between the devices; and those whose values are uncertain, with their ranges.
 */
package io.lockstep.explain.figures;
