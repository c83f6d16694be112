package io.lockstep.study.store;

/**
 * The origin and cost of a result, which are part of neither the result nor its key.
 *
 * @param host name of the machine
 * @param process its process id there
 * @param shard name of its part of the sweep
 * @param attempt from 1, of this point
 * @param wallMicros wall time of the point, microseconds; without shared work
 * @param signal how the previous process of this point ended, for example {@code SIGSEGV}, {@code
 *     exit 3}, {@code time-out}, or empty
 */
public record OutcomeOrigin(
    String host, long process, String shard, int attempt, long wallMicros, String signal) {}
