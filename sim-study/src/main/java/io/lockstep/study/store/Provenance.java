package io.lockstep.study.store;

/**
 * Who computed a result, and at what cost: no part of the result and of its key. Immutable.
 *
 * @param host name of the machine
 * @param process its process id there
 * @param shard name of the part of the sweep that it was working on
 * @param attempt from 1, of this point
 * @param wallMicros wall time of the point, microseconds; what it shares with others left out
 * @param signal how the process before ended that was at this point, for example {@code SIGSEGV},
 *     {@code exit 3}, {@code time-out}, or empty
 */
public record Provenance(
    String host, long process, String shard, int attempt, long wallMicros, String signal) {}
