// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.wave.Wavefronts;

/**
 * The parts of a compute unit that its ports share.
 *
 * @param account cycles of ports by stall reason
 * @param full accounting of issue cycles without idle lanes, or null if lanes are not ideal
 * @param freeAt tick at which each port is free
 */
record UnitParts(
    UnitTimings timings,
    MemoryUnit memory,
    MemoryOperation operation,
    ClausePolls polls,
    LocalDataShare local,
    WavefrontTable waves,
    Wavefronts wavefronts,
    ClauseArbiter arbiter,
    IssueAccount account,
    FullLanes full,
    Counters count,
    long[] freeAt) {}
