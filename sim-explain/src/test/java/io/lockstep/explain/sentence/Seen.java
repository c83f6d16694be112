// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.Derived;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Evidence in the making: what a device showed before a change, and after it. */
final class Seen {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .part(ClockSpec.PART)
          .key("unit.count", Dimension.COUNT, "units")
          .between(1, 1000)
          .key("dram.clock", Dimension.FREQUENCY, "memory's clock")
          .between(1, Long.MAX_VALUE)
          .key("dram.latency", Dimension.CYCLES, "of an access")
          .between(1, 10_000)
          .derived(
              Derived.of(
                  "dram.bandwidth",
                  Dimension.RATE,
                  "peak",
                  f -> 100 * f.value("dram.clock"),
                  "dram.clock",
                  (rate, f) -> new long[] {rate / 100}))
          .build();

  private static final DeviceSpec TOY =
      SpecReader.read(
          "toy.yaml",
          "{device: toy, family: toy, clock: {compute: 850MHz}, unit: {count: 20},"
              + " dram: {clock: 1GHz, latency: 500cycles}}",
          family -> SCHEMA,
          id -> null);

  private final double factor;
  private boolean alone;
  private final SortedMap<String, String> figures = new TreeMap<>();
  private final Map<String, Double> before = new TreeMap<>();
  private final Map<String, Double> after = new TreeMap<>();
  private final List<OccupancyRow> rowsBefore = new ArrayList<>();
  private final List<OccupancyRow> rowsAfter = new ArrayList<>();

  private Seen(double factor) {
    this.factor = factor;
    shown("work_groups", 256).shown("launches", 1).shown("wavefront_instructions", 10_000);
    shown("causes.issued", 5000).shown("causes.memory_latency", 5000);
    shown("cycles.kernels", 1000);
  }

  /** A change that made so many times of the time. */
  static Seen making(double factor) {
    return new Seen(factor);
  }

  /** A statistic that stays. */
  Seen shown(String statistic, double value) {
    return shown(statistic, value, value);
  }

  Seen shown(String statistic, double was, double is) {
    before.put(statistic, was);
    after.put(statistic, is);
    return this;
  }

  /** A figure of the group. */
  Seen set(String path, String to) {
    figures.put(path, to);
    return this;
  }

  /** Residency of a kernel of groups of four wavefronts, on a unit of 248 registers a lane. */
  Seen registers(int were, int are) {
    rowsBefore.add(row(were));
    rowsAfter.add(row(are));
    return this;
  }

  private static OccupancyRow row(int registers) {
    UnitLimits limits =
        new UnitLimits(
            64,
            24,
            1024,
            List.of(
                Resource.forWavefronts("wavefronts", Need.SLOT, 24),
                Resource.forWavefronts("registers", Need.REGISTERS, 248)));
    Needs needs = Needs.of(256).with(Need.REGISTERS, registers);
    return new OccupancyRow(
        "toy",
        "k",
        1,
        256,
        RunStatus.OK,
        "",
        Occupancy.of(limits, needs),
        new OccupancyRow.Rules(limits, needs, Optional.empty(), List.of()));
  }

  Evidence evidence() {
    Evidence all = everywhere();
    return alone
        ? new Evidence(
            all.name(), factor, all.changes(), all.from(), all.first(), all.first(), all.first())
        : all;
  }

  /** The change shows where it is made first; last, it shows nowhere. */
  Seen firstAlone() {
    alone = true;
    return this;
  }

  private Evidence everywhere() {
    DeviceSpec changed = figures.isEmpty() ? TOY : TOY.with(figures);
    SortedMap<String, Change> changes = new TreeMap<>();
    figures.forEach((path, to) -> changes.put(path, new Change(TOY.figure(path).text(), to)));
    State was = new State(TOY, before, rowsBefore);
    State is = new State(changed, after, rowsAfter);
    return new Evidence("group", factor, changes, was, is, was, is);
  }
}
