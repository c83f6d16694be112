package io.lockstep.judge.conformance;

import java.math.BigDecimal;

/**
 * What a device shows of one figure, beside what is claimed of it. Immutable.
 *
 * @param device id
 * @param name of the check, for example {@code latency.l1}; claims have the same name as the check
 *     that shows them
 * @param claimed the figure as it is declared or published
 * @param shown what the simulation came to; null where it came to nothing
 * @param unit of both
 * @param ok whether it is what was claimed
 * @param source figures of the specification that declare it, or who published it
 * @param message why nothing is shown; empty where something is
 */
public record Check(
    String device,
    String name,
    BigDecimal claimed,
    BigDecimal shown,
    String unit,
    boolean ok,
    String source,
    String message) {}
