package io.lockstep.terascale.issue;

/**
 * Times of a compute unit in core cycles, and sizes that its rules need. Immutable, thread-safe.
 *
 * @param wavefront lanes of a wavefront
 * @param width slots of a bundle
 * @param bundleCycles from a bundle to the wavefront's next one: twice what a bundle issues in
 * @param clauseSwitch from the end of a clause to the wavefront's next one
 * @param controlFlow a jump, loop end or pop
 * @param barrier from the last arrival to the release
 * @param start to set up a wavefront
 * @param fetchCycles issue of one fetch instruction
 * @param storeBytes bytes a cycle of the write path
 * @param ldsBaseline clocks of a local operation that its bundle hides
 * @param banks of local memory
 * @param line of the first-level cache
 * @param hit from an address to data of the first-level cache
 * @param scratchBase device address of scratch memory
 * @param scratchBytes scratch memory of one wavefront slot
 * @param localBase device address of local memory that is emulated
 * @param localBytes of it, room of one group
 */
public record UnitTimings(
    int wavefront,
    int width,
    int bundleCycles,
    int clauseSwitch,
    int controlFlow,
    int barrier,
    int start,
    int fetchCycles,
    int storeBytes,
    int ldsBaseline,
    int banks,
    int line,
    int hit,
    long scratchBase,
    long scratchBytes,
    long localBase,
    long localBytes) {}
