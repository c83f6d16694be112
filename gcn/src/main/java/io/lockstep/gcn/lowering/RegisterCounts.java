// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

/**
 * Registers and memory of a kernel.
 *
 * @param vector vector registers per work-item
 * @param others registers per work-item where vector registers do not suffice
 * @param scalar registers per wavefront
 * @param scratchBytes bytes of spilled values per work-item
 */
record RegisterCounts(int vector, int others, int scalar, int scratchBytes) {}
