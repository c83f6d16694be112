package io.lockstep.judge.validation;

import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import java.math.BigDecimal;
import java.util.OptionalDouble;

/**
 * The null model of two lines: kernels take the longer of (work-item instructions / peak rate) and
 * (bytes over the memory pins / peak bandwidth); what the host adds (launches, transfers) stays as
 * the specification has it. It knows no latency, no conflict, no divergence and no dependency.
 */
final class Roofline {
  private static final double PICOS = 1e12;

  private Roofline() {}

  /** Simulated time that the model says, seconds; empty if a figure or a count is not there. */
  static OptionalDouble seconds(DeviceSpec spec, RunResult result) {
    OptionalDouble rate = rate(spec);
    OptionalDouble bandwidth = figure(spec, "dram.bandwidth");
    BigDecimal items = result.statistics().get("work_item_instructions");
    BigDecimal bytes = result.statistics().get("dram.bytes");
    if (rate.isEmpty() || bandwidth.isEmpty() || items == null || bytes == null) {
      return OptionalDouble.empty();
    }
    double compute = items.doubleValue() / rate.getAsDouble();
    double memory = bytes.doubleValue() / bandwidth.getAsDouble();
    double host = (result.picos() - result.kernelPicos()) / PICOS;
    return OptionalDouble.of(host + Math.max(compute, memory));
  }

  /** Full-rate instructions of work-items a second that all lanes can do. */
  static OptionalDouble rate(DeviceSpec spec) {
    OptionalDouble units = figure(spec, "unit.count");
    OptionalDouble wavefront = figure(spec, "unit.wavefront");
    OptionalDouble interval = figure(spec, "issue.interval");
    OptionalDouble clock = figure(spec, ClockSpec.COMPUTE);
    if (units.isEmpty() || wavefront.isEmpty() || interval.isEmpty() || clock.isEmpty()) {
      return OptionalDouble.empty();
    }
    double simds = figure(spec, "unit.simds").orElse(1);
    double lanes = units.getAsDouble() * simds * wavefront.getAsDouble() / interval.getAsDouble();
    return OptionalDouble.of(lanes * clock.getAsDouble());
  }

  /** A figure that the device has or that follows from others; empty if it is 0, too. */
  private static OptionalDouble figure(DeviceSpec spec, String path) {
    try {
      double value = spec.value(path);
      return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (IllegalArgumentException e) {
      return OptionalDouble.empty(); // this device has none
    }
  }
}
