package io.lockstep.terascale.issue;

import io.lockstep.parts.unit.FullLanes;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.wave.Wavefronts;

/**
 * The parts of a compute unit that its ports share.
 *
 * @param timings in cycles
 * @param memory its memory unit
 * @param operation fetches and writes of a wavefront
 * @param polls wavefronts that wait for a change of memory
 * @param local its local data share
 * @param waves state of wavefronts
 * @param wavefronts control flow of wavefronts
 * @param arbiter selects wavefronts
 * @param account cycles of ports by cause
 * @param full null where lanes may be idle
 * @param count instructions
 * @param freeAt when each port is free, ticks
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
