package io.lockstep.judge.conformance;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A generated microbenchmark of one device.
 *
 * @param name of its check, for example {@code latency.l1}
 * @param unit of what it shows
 * @param samples simulations
 * @param shown from these, in the order of the samples, to the figure in the unit
 * @param expected what the specification declares; empty if it declares nothing and only a claim
 *     says what must be shown
 */
record Probe(
    String name,
    ProbeUnit unit,
    List<Sample> samples,
    ToDoubleFunction<List<Seen>> shown,
    Optional<Expected> expected) {}
