// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The roofline of a device and the achieved performance, in floating-point operations, or in
 * integer operations for kernels without floating-point operations. A multiply-add counts as two
 * operations.
 *
 * @param unit FLOP or OP
 * @param rate peak operations per second of all lanes; 0 if unknown
 * @param levels memory levels, the nearest first
 * @param reached achieved operations per second
 */
record Roofs(String unit, double rate, List<Level> levels, double reached) {
  /**
   * A level of memory.
   *
   * @param name L1, L2 or DRAM
   * @param bandwidth peak bytes per second; 0 if the specification lacks it
   * @param intensity operations per byte moved by this level
   */
  record Level(String name, double bandwidth, double intensity) {}

  private static final double PICOS = 1e12;

  /**
   * Computes the roofline of a simulated result. The roofline has no levels if the result moved no
   * bytes or executed no operations.
   */
  static Roofs of(DeviceSpec spec, RunResult r) {
    double seconds = r.kernelPicos() / PICOS;
    double floating = count(r, "arithmetic.floating");
    double done = floating > 0 ? floating : count(r, "arithmetic.integer");
    List<Level> levels = new ArrayList<>();
    double clock = spec.known("clock.compute").orElse(0);
    double units = spec.known("unit.count").orElse(0);
    double dies = spec.known("unit.dies").orElse(1);
    double slices = dies * spec.known("l2.channels").orElse(spec.known("dram.channels").orElse(1));
    if (done > 0 && seconds > 0) {
      double l1 = spec.known("l1.bandwidth").orElse(0) / 1000.0 * units * clock;
      add(levels, "L1", l1, done, count(r, "memory.bytes_moved"));
      double ports = (double) spec.known("l2.read").orElse(0) + spec.known("l2.write").orElse(0);
      double l2 = ports / 1000 * slices * clock; // reads and writes have separate ports
      add(levels, "L2", l2, done, count(r, "l2.bytes_read") + count(r, "l2.bytes_written"));
      double dram = spec.known("dram.bandwidth").orElse(0);
      add(levels, "DRAM", dram, done, count(r, "dram.bytes"));
    }
    double rate =
        seconds == 0 ? 0 : count(r, "arithmetic.peak") * count(r, "cycles.kernels") / seconds;
    return new Roofs(floating > 0 ? "FLOP" : "OP", rate, levels, seconds == 0 ? 0 : done / seconds);
  }

  private static void add(
      List<Level> levels, String name, double bandwidth, double done, double bytes) {
    if (bytes > 0) {
      levels.add(new Level(name, bandwidth, done / bytes));
    }
  }

  private static double count(RunResult r, String statistic) {
    return r.statistics().getOrDefault(statistic, BigDecimal.ZERO).doubleValue();
  }
}
