// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

/**
 * The origin and cost of a result, which belong neither to the result nor to its key.
 *
 * @param process process id
 * @param shard name of the part of the sweep
 * @param attempt number of the attempt at this point, from 1
 * @param wallMicros wall time of the point in microseconds, without shared work
 * @param signal description of how the previous process of this point ended, for example {@code
 *     SIGSEGV}, {@code exit 3}, {@code time-out}; or empty
 */
public record OutcomeOrigin(
    String host, long process, String shard, int attempt, long wallMicros, String signal) {}
