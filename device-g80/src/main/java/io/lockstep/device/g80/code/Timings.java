package io.lockstep.device.g80.code;

import io.lockstep.parts.spec.DeviceSpec;

/**
 * Issue intervals and dependent-use latencies of instruction classes, in shader clocks, read from
 * the specification once. Immutable.
 */
public record Timings(
    int simple,
    int simpleLatency,
    int multiply24,
    int multiply32,
    int multiply32Latency,
    int multiplyAdd32Latency,
    int divideInt,
    int divideIntLatency,
    int divideFloat,
    int divideFloatLatency,
    int sfu,
    int sfuLatency,
    int rangeStepLatency,
    int doubleInterval,
    int doubleLatency,
    int divideDouble,
    int divideDoubleLatency,
    int sharedLatency,
    int constantLatency,
    int barrier,
    int branchLatency,
    int sharedOperandMad) {
  /** Reads section {@code issue} of a specification. */
  public static Timings of(DeviceSpec s) {
    return new Timings(
        s.integer("issue.interval"),
        s.integer("issue.latency"),
        s.integer("issue.multiply24"),
        s.integer("issue.multiply32"),
        s.integer("issue.multiply32_latency"),
        s.integer("issue.multiply_add32_latency"),
        s.integer("issue.divide_int"),
        s.integer("issue.divide_int_latency"),
        s.integer("issue.divide_float"),
        s.integer("issue.divide_float_latency"),
        s.integer("issue.transcendental"),
        s.integer("issue.transcendental_latency"),
        s.integer("issue.range_step_latency"),
        s.has("issue.double") ? s.integer("issue.double") : 0,
        s.has("issue.double_latency") ? s.integer("issue.double_latency") : 0,
        s.has("issue.divide_double") ? s.integer("issue.divide_double") : 0,
        s.has("issue.divide_double_latency") ? s.integer("issue.divide_double_latency") : 0,
        s.integer("lds.latency"),
        s.integer("constant.latency"),
        s.integer("issue.barrier_interval"),
        s.integer("issue.branch_latency"),
        s.integer("issue.mad_shared"));
  }
}
