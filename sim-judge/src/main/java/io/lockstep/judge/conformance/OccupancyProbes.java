// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.launch.CapabilityCheck;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Probes for the number of resident work-groups per compute unit, by limiting resource. The
 * expected number follows from declared figures or, for figures that only the family interprets,
 * from {@code lockstep occupancy} of a generated kernel.
 *
 * <p>Groups run long and compute little: one work-item follows pointers while the others wait.
 * Resident groups together take about as long as a single one; one more group per unit has to wait
 * until another ends. Each launch is run with one and with two times the rounds; the difference
 * shows whether the groups ran in one batch or two, and eliminates the cost of dispatch and start.
 */
final class OccupancyProbes {
  private static final int UNROLL = 8;
  private static final int[] VALUES = {12, 20, 28, 36, 44, 52, 60, 76, 92, 108, 120};
  private static final int FEW_GROUPS = 4; // so that a difference of one group is 20 % or more
  private static final int MOST_GROUPS = 6;

  /** Ratio of a group's time to the dispatch time of all groups. */
  private static final double LONGER = 2;

  /** Threshold that separates one batch of groups from two batches. */
  private static final double TURN = 1.5;

  private final Probes probes;
  private final Declared declared;
  private final Device device;

  OccupancyProbes(Probes probes, Device device) {
    this.probes = probes;
    this.declared = probes.declared();
    this.device = device;
  }

  void add() {
    int group = probes.group();
    registers();
    if (declared.has("lds.size") && probes.can().localBytesPerGroup() > 0) {
      int each = (int) declared.value("lds.size") / FEW_GROUPS / 1024 * 1024;
      int bytes = each - (int) declared.or("lds.reserved", 0) - 512;
      if (bytes > 0) {
        declared("occupancy.local_memory", bytes, 1, FEW_GROUPS, "lds.size");
      }
    }
    wavefronts("occupancy.wavefronts", group);
    int largest = probes.can().maximumGroupSize();
    if (largest > group) {
      wavefronts("occupancy.group_size", largest);
    }
    if (declared.has("unit.groups")) {
      declared("occupancy.groups", 0, 1, (int) declared.value("unit.groups"), "unit.groups");
    }
  }

  /** Adds a probe with groups of a given size, limited only by wavefront or group slots. */
  private void wavefronts(String name, int size) {
    int each = (size + probes.can().wavefront() - 1) / probes.can().wavefront();
    int most = (int) declared.or("unit.groups", Integer.MAX_VALUE);
    if (declared.states("unit.wavefronts")) {
      int slots = (int) declared.value("unit.wavefronts");
      declared(name, 0, size, Math.min(most, slots / each), "unit.wavefronts, unit.groups");
    } else if (declared.hasAll("unit.wave_slots", "unit.simds")) {
      int slots = (int) (declared.value("unit.wave_slots") * declared.value("unit.simds"));
      int barriers = (int) declared.or("unit.barriers", Integer.MAX_VALUE);
      int groups = Math.min(slots / each, Math.min(barriers, most));
      declared(name, 0, size, groups, "unit.wave_slots, unit.simds, unit.barriers");
    } else {
      probe(name, 0, 0, size, o -> true); // the family has its own rule for sharing wavefront slots
    }
  }

  /**
   * Adds a probe whose kernel needs so many registers that few groups fit and a difference of one
   * group is measurable.
   */
  private void registers() {
    for (int size : new int[] {probes.can().wavefront(), probes.group()}) {
      for (int values : VALUES) {
        boolean found =
            probe(
                "occupancy.registers",
                values,
                0,
                size,
                o ->
                    o.limit().contains("registers")
                        && o.groups() >= FEW_GROUPS
                        && o.groups() <= MOST_GROUPS);
        if (found) {
          return;
        }
      }
    }
  }

  /** Adds a probe whose expected number follows from shared figures. */
  private void declared(String name, int bytes, int size, int groups, String figures) {
    String kernel = kernel(0, bytes);
    rule(name, kernel, size)
        .ifPresent(rule -> resident(name, kernel, size, rule, groups, "declared: " + figures));
  }

  /**
   * Adds a probe whose expected number follows from the family's rules; returns whether it applies
   * to the device.
   */
  private boolean probe(
      String name, int values, int bytes, int size, Predicate<Occupancy> isWanted) {
    String kernel = kernel(values, bytes);
    Optional<Occupancy> rule = rule(name, kernel, size).filter(isWanted);
    rule.ifPresent(
        r ->
            resident(
                name, kernel, size, r, r.groups(), "declared: occupancy, limited by " + r.limit()));
    return rule.isPresent();
  }

  private static String kernel(int values, int bytes) {
    return "hold " + UNROLL + " " + values + " " + bytes;
  }

  private Optional<Occupancy> rule(String name, String kernel, int size) {
    try {
      Geometry geometry = new Geometry(1, 1, 1, size, 1, 1);
      HostStep.Launch launch =
          new HostStep.Launch(0, 0, geometry, 0, List.of(), 0, 0, List.of(), 0, 0);
      Kernel made = Microkernels.kernel(kernel, "k");
      CapabilityCheck.launch(made, launch, geometry, device.capabilities());
      MachineKernel code = device.lower(made);
      return Optional.of(device.occupancy(code, geometry, 0));
    } catch (RefusalException e) {
      return Optional.empty();
    }
  }

  private void resident(
      String name, String kernel, int size, Occupancy rule, int groups, String source) {
    int units = declared.units();
    long rounds = rounds(units * (groups + 1), rule.wavefrontsPerGroup());
    probes.add(
        name,
        ProbeUnit.COUNT,
        List.of(
            launch(kernel, units, size, rounds),
            launch(kernel, units, size, 2 * rounds),
            launch(kernel, units * groups, size, rounds),
            launch(kernel, units * groups, size, 2 * rounds),
            launch(kernel, units * (groups + 1), size, rounds),
            launch(kernel, units * (groups + 1), size, 2 * rounds)),
        seen -> {
          double one = Probes.more(seen.subList(0, 2));
          double turns = Probes.more(seen.subList(2, 4)) / one;
          double more = Probes.more(seen.subList(4, 6)) / one;
          if (turns > TURN) {
            // More than one batch ran, so ceil(groups / batches) is a lower bound.
            return Math.min(groups - 1, Math.ceil(groups / Math.rint(turns)));
          }
          return more > TURN ? groups : groups + 1;
        },
        Expected.about(groups, 0, source));
  }

  private static Sample launch(String kernel, int groups, int size, long rounds) {
    return Sample.of(kernel, groups, size, rounds)
        .reading(1024, "{expression: \"(i * 4 + 256) % 1024\"}");
  }

  /**
   * Returns the number of rounds that makes a group take longer than the dispatch of all groups.
   */
  private long rounds(int groups, int wavefronts) {
    double dies = declared.or("unit.dies", 1);
    double each =
        declared.or("dispatch.group_interval", 10_000) / 1000
            + wavefronts * declared.or("dispatch.wave_interval", 1000) / 1000;
    double dispatch = groups * Math.max(each / dies, declared.family("dispatch.group", 0));
    double load = declared.or("l1.latency", declared.or("l2.latency", 300));
    return Math.max(2, (long) Math.ceil(dispatch * LONGER / load / UNROLL));
  }
}
