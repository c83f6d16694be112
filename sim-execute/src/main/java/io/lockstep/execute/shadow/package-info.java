// SPDX-License-Identifier: Apache-2.0
/** Shadow memory: finds data races and reads of unwritten local memory. */
package io.lockstep.execute.shadow;
