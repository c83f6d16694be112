package io.lockstep.report.compare;

import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a device could do at most, by its specification, and what a result came to. Instructions are
 * of work-items, of the portable kernel.
 *
 * @param rate instructions a second that all lanes can do; 0 where the specification does not say
 * @param levels of memory, the nearest first
 * @param reached instructions a second
 */
record Roofs(double rate, List<Level> levels, double reached) {
  /**
   * A level of memory.
   *
   * @param name L1, L2, DRAM
   * @param bandwidth bytes a second at most; 0 where the specification does not say
   * @param intensity instructions a byte that the level moved
   */
  record Level(String name, double bandwidth, double intensity) {}

  private static final double PICOS = 1e12;

  /** Of a simulated result; without levels where it moved nothing or did nothing. */
  static Roofs of(DeviceSpec spec, RunResult r) {
    double seconds = r.kernelPicos() / PICOS;
    double done = count(r, "work_item_instructions");
    List<Level> levels = new ArrayList<>();
    double clock = figure(spec, "clock.compute").orElse(0);
    double units = figure(spec, "unit.count").orElse(0);
    double dies = figure(spec, "unit.dies").orElse(1);
    double slices =
        dies * figure(spec, "l2.channels").orElse(figure(spec, "dram.channels").orElse(1));
    if (done > 0 && seconds > 0) {
      double l1 = figure(spec, "l1.bandwidth").orElse(0) / 1000 * units * clock;
      add(levels, "L1", l1, done, count(r, "memory.bytes_moved"));
      double l2 = figure(spec, "l2.read").orElse(0) / 1000 * slices * clock;
      add(levels, "L2", l2, done, count(r, "l2.bytes_read") + count(r, "l2.bytes_written"));
      double dram = figure(spec, "dram.bandwidth").orElse(0);
      add(levels, "DRAM", dram, done, count(r, "dram.bytes"));
    }
    return new Roofs(rate(spec), levels, seconds == 0 ? 0 : done / seconds);
  }

  private static void add(
      List<Level> levels, String name, double bandwidth, double done, double bytes) {
    if (bytes > 0) {
      levels.add(new Level(name, bandwidth, done / bytes));
    }
  }

  /** What it could reach at an intensity below a bandwidth. */
  double roof(Level level) {
    double memory = level.bandwidth * level.intensity;
    return rate == 0 ? memory : memory == 0 ? rate : Math.min(rate, memory);
  }

  private static double count(RunResult r, String statistic) {
    return r.statistics().getOrDefault(statistic, BigDecimal.ZERO).doubleValue();
  }

  /** Full-rate instructions of work-items a second that all lanes can do. */
  private static double rate(DeviceSpec spec) {
    double lanes =
        figure(spec, "unit.count").orElse(0)
            * figure(spec, "unit.simds").orElse(1)
            * figure(spec, "unit.wavefront").orElse(0)
            / figure(spec, "issue.interval").orElse(1);
    return lanes * figure(spec, "clock.compute").orElse(0);
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
