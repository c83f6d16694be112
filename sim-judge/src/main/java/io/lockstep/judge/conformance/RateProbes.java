// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import java.util.List;

/**
 * Probes for the peak rates of operations. The two launches differ in their number of rounds only,
 * so that the difference gives the rate.
 */
final class RateProbes {
  private static final int CHAINS = 20; // divisible by bundle sizes of four and five
  private static final int LENGTH = 20;
  private static final int FEW = 1;
  private static final int MANY = 4;

  private final Probes probes;
  private final Declared declared;

  RateProbes(Probes probes) {
    this.probes = probes;
    this.declared = probes.declared();
  }

  void add() {
    for (MeasuredOperation operation : MeasuredOperation.values()) {
      if (operation.isDouble() && !probes.can().doublePrecision()) {
        continue;
      }
      double rate = rate(operation);
      String source = "declared: " + operation.interval();
      String name = "rate." + operation.text();
      probes.add(
          name,
          ProbeUnit.OPERATIONS_PER_CYCLE,
          samples(operation, probes.alone()),
          seen -> operations(1) / declared.cycles(Probes.more(seen)),
          rate > 0 ? Expected.about(rate, 0.06, source) : null);
      if (operation == MeasuredOperation.F32_FMA || operation == MeasuredOperation.F64_FMA) {
        int units = declared.units();
        probes.add(
            "peak." + operation.text(),
            ProbeUnit.GIGAFLOPS,
            samples(operation, units),
            seen -> ProbeUnit.GIGAFLOPS.of(2 * operations(units) / Probes.more(seen)),
            rate > 0
                ? Expected.about(
                    ProbeUnit.GIGAFLOPS.of(2 * rate * units * declared.clock()),
                    0.06,
                    "declared: unit.count, clock.compute, " + operation.interval())
                : null);
      }
    }
    if (declared.has("issue.latency")) {
      int items = probes.can().wavefront();
      List<Sample> both =
          List.of(
              Sample.of("rate f32.add 1 800", 1, items, FEW),
              Sample.of("rate f32.add 1 800", 1, items, MANY));
      probes.add(
          "latency.alu",
          ProbeUnit.CYCLES,
          both,
          seen -> declared.cycles(Probes.more(seen)) / (800.0 * (MANY - FEW)),
          Expected.about(declared.value("issue.latency"), 0.06, "declared: issue.latency"));
    }
  }

  private double rate(MeasuredOperation operation) {
    String name = "rate." + operation.text();
    double interval = declared.or(operation.interval(), declared.or("issue.interval", 0));
    double shared =
        interval == 0 ? 0 : declared.or("unit.simds", 1) * probes.can().wavefront() / interval;
    return declared.family(name, shared);
  }

  /** Returns the number of chains; half as many for doubles, which take two registers each. */
  private static int chains(MeasuredOperation operation) {
    return operation.isDouble() ? CHAINS / 2 : CHAINS;
  }

  private double operations(int groups) {
    return (double) groups * probes.group() * CHAINS * LENGTH * (MANY - FEW);
  }

  private List<Sample> samples(MeasuredOperation operation, int groups) {
    int chains = chains(operation);
    int length = CHAINS * LENGTH / chains;
    String kernel = "rate " + operation.text() + " " + chains + " " + length;
    return List.of(
        Sample.of(kernel, groups, probes.group(), FEW),
        Sample.of(kernel, groups, probes.group(), MANY));
  }
}
