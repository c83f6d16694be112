// SPDX-License-Identifier: Apache-2.0
/** The compute unit: four SIMDs, issue, wait counters, paths to memory. */
package io.lockstep.gcn.issue;
