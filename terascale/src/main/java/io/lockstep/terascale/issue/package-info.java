// SPDX-License-Identifier: Apache-2.0
/** The compute unit: ALU slots, clause scheduling, fetch and write ports. */
package io.lockstep.terascale.issue;
