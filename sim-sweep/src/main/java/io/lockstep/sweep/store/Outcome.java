package io.lockstep.sweep.store;

import io.lockstep.run.RunResult;

/**
 * What came out of one point: a result, a refusal, a failure. Immutable.
 *
 * @param point its index in the plan
 * @param key 64 hexadecimal digits of what was asked for: contents, values and versions
 * @param result how it came out
 * @param provenance who computed it
 */
public record Outcome(long point, String key, RunResult result, Provenance provenance) {}
