// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.parts.wave.Wavefronts;

/**
 * The parts of a compute unit that its ports share.
 *
 * @param freeAt tick at which each port is free
 */
record UnitParts(
    UnitTimings timings,
    Storage storage,
    Residents residents,
    Accounting accounting,
    long[] freeAt) {
  /** The parts through which wavefronts access memory. */
  record Storage(
      MemoryUnit memory, MemoryOperation operation, ClausePolls polls, LocalDataShare local) {}

  /** The wavefronts of the unit, and the choice among them. */
  record Residents(WavefrontTable waves, Wavefronts wavefronts, ClauseArbiter arbiter) {}

  /**
   * What the unit counts.
   *
   * @param issue cycles of ports by stall reason
   * @param full accounting of issue cycles without idle lanes, or null if lanes are not ideal
   */
  record Accounting(IssueAccount issue, FullLanes full, Counters count) {}
}
