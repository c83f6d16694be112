// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A generated microbenchmark for one device.
 *
 * @param name name of the probe's check, for example {@code latency.l1}
 * @param unit unit of the measured value
 * @param samples simulations to run
 * @param shown computes the value, in {@code unit}, from the results in the order of {@code
 *     samples}
 * @param expected range declared by the specification; empty if only a claim states the value
 */
record Probe(
    String name,
    ProbeUnit unit,
    List<Sample> samples,
    ToDoubleFunction<List<Seen>> shown,
    Optional<Expected> expected) {}
