package io.lockstep.terascale.issue;

import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.wave.Wavefronts;

/**
 * Parts of a compute unit that its ports share.
 *
 * @param full null: lanes may be idle
 * @param freeAt tick by port
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
