// SPDX-License-Identifier: Apache-2.0
/** Thread blocks that a multiprocessor holds. */
package io.lockstep.sm.occupancy;
