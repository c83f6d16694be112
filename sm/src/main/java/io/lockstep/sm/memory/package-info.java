// SPDX-License-Identifier: Apache-2.0
/** The memory system of a device, and how a warp's accesses divide into wavefronts. */
package io.lockstep.sm.memory;
