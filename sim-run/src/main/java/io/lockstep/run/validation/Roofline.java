package io.lockstep.run.validation;

import io.lockstep.parts.spec.DeviceSpec;
import java.util.OptionalDouble;

/**
 * The null model of two lines: kernels take the longer of (work-item instructions / peak rate) and
 * (bytes over the memory pins / peak bandwidth); what the host adds (launches, transfers) stays as
 * the specification has it. It knows no latency, no conflict, no divergence and no dependency.
 * Stateless.
 */
final class Roofline {
  private static final double PICOS = 1e12;

  private Roofline() {}

  /** Simulated time that the model says, seconds; empty where a figure or a count is not there. */
  static OptionalDouble seconds(DeviceSpec spec, PointResult result) {
    OptionalDouble rate = rate(spec);
    if (rate.isEmpty()
        || !spec.has("dram.bandwidth")
        || !result.statistics().containsKey("work_item_instructions")
        || !result.statistics().containsKey("dram.bytes")) {
      return OptionalDouble.empty();
    }
    double compute =
        result.statistics().get("work_item_instructions").doubleValue() / rate.getAsDouble();
    double memory =
        result.statistics().get("dram.bytes").doubleValue() / spec.value("dram.bandwidth");
    double host = (result.picos() - result.kernelPicos()) / PICOS;
    return OptionalDouble.of(host + Math.max(compute, memory));
  }

  /** Full-rate instructions of work-items a second that all lanes can do. */
  static OptionalDouble rate(DeviceSpec spec) {
    for (String needed : new String[] {"unit.count", "unit.wavefront", "issue.interval"}) {
      if (!spec.has(needed)) {
        return OptionalDouble.empty();
      }
    }
    if (!spec.has("clock.compute") || spec.value("issue.interval") <= 0) {
      return OptionalDouble.empty();
    }
    double lanes = (double) spec.value("unit.wavefront") / spec.value("issue.interval");
    double simds = spec.has("unit.simds") ? spec.value("unit.simds") : 1;
    return OptionalDouble.of(
        spec.value("unit.count") * simds * lanes * spec.value("clock.compute"));
  }
}
