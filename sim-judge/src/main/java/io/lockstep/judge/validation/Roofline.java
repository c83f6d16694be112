// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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
    OptionalLong bandwidth = spec.known("dram.bandwidth");
    BigDecimal items = result.statistics().get("work_item_instructions");
    BigDecimal bytes = result.statistics().get("dram.bytes");
    if (rate.isEmpty() || bandwidth.isEmpty() || items == null || bytes == null) {
      return OptionalDouble.empty();
    }
    double compute = items.doubleValue() / rate.getAsDouble();
    double memory = bytes.doubleValue() / bandwidth.getAsLong();
    double host = (result.picos() - result.kernelPicos()) / PICOS;
    return OptionalDouble.of(host + Math.max(compute, memory));
  }

  /** Returns the peak rate of full-rate instructions, in work-item instructions per second. */
  static OptionalDouble rate(DeviceSpec spec) {
    OptionalLong units = spec.known("unit.count");
    OptionalLong wavefront = spec.known("unit.wavefront");
    OptionalLong interval = spec.known("issue.interval");
    OptionalLong clock = spec.known(ClockSpec.COMPUTE);
    if (units.isEmpty() || wavefront.isEmpty() || interval.isEmpty() || clock.isEmpty()) {
      return OptionalDouble.empty();
    }
    double simds = spec.known("unit.simds").orElse(1);
    double lanes = simds * units.getAsLong() * wavefront.getAsLong() / interval.getAsLong();
    return OptionalDouble.of(lanes * clock.getAsLong());
  }
}
