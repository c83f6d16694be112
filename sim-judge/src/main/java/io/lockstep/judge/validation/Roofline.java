// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import java.math.BigDecimal;
import java.util.OptionalDouble;

/**
 * The roofline null model. Kernel time is the maximum of work-item instructions divided by the peak
 * rate and DRAM bytes divided by the peak bandwidth. The host's time (launches, transfers) is taken
 * from the simulation. Latency, conflicts, divergence and dependencies are ignored.
 */
final class Roofline {
  private static final double PICOS = 1e12;

  private Roofline() {}

  /** Returns the predicted time in seconds; empty if a figure or a count is missing. */
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

  /** Returns the peak rate of full-rate instructions, in work-item instructions per second. */
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

  /** Returns a declared or derived figure; empty if it is missing or 0. */
  private static OptionalDouble figure(DeviceSpec spec, String path) {
    try {
      double value = spec.value(path);
      return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (IllegalArgumentException e) {
      return OptionalDouble.empty(); // the device has no such figure
    }
  }
}
