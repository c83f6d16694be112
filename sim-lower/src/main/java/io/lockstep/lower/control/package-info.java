// SPDX-License-Identifier: Apache-2.0
/** Order of blocks, targets of branches, points where lanes meet again, sides without a branch. */
package io.lockstep.lower.control;
