package io.lockstep.report.compare;

import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a device could do at most and what a result came to, both in one unit: floating-point
 * operations, or integer ones where a kernel has no other. A multiply-add counts two on both sides.
 *
 * @param unit FLOP or OP
 * @param rate operations a second that all lanes can do; 0 if the device does not say
 * @param levels of memory, the nearest first
 * @param reached operations a second
 */
record Roofs(String unit, double rate, List<Level> levels, double reached) {
  /**
   * A level of memory.
   *
   * @param name L1, L2, DRAM
   * @param bandwidth bytes a second at most; 0 if the specification does not say
   * @param intensity operations a byte that the level moved
   */
  record Level(String name, double bandwidth, double intensity) {}

  private static final double PICOS = 1e12;

  /** Of a simulated result; without levels where it moved nothing or did nothing. */
  static Roofs of(DeviceSpec spec, RunResult r) {
    double seconds = r.kernelPicos() / PICOS;
    double floating = count(r, "arithmetic.floating");
    double done = floating > 0 ? floating : count(r, "arithmetic.integer");
    List<Level> levels = new ArrayList<>();
    double clock = figure(spec, "clock.compute").orElse(0);
    double units = figure(spec, "unit.count").orElse(0);
    double dies = figure(spec, "unit.dies").orElse(1);
    double slices =
        dies * figure(spec, "l2.channels").orElse(figure(spec, "dram.channels").orElse(1));
    if (done > 0 && seconds > 0) {
      double l1 = figure(spec, "l1.bandwidth").orElse(0) / 1000 * units * clock;
      add(levels, "L1", l1, done, count(r, "memory.bytes_moved"));
      double ports = figure(spec, "l2.read").orElse(0) + figure(spec, "l2.write").orElse(0);
      double l2 = ports / 1000 * slices * clock; // reads and writes have ports of their own
      add(levels, "L2", l2, done, count(r, "l2.bytes_read") + count(r, "l2.bytes_written"));
      double dram = figure(spec, "dram.bandwidth").orElse(0);
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

  private static OptionalDouble figure(DeviceSpec spec, String path) {
    try {
      double value = spec.value(path);
      return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (IllegalArgumentException e) {
      return OptionalDouble.empty(); // this device has none
    }
  }
}
