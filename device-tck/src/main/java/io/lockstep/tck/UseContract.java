// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.trace.record.Geometry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that hardware is used, and that its use costs time: a launch that fills the device works
 * on all its units and ports, and bank conflicts of local memory take as long as counted.
 */
public abstract class UseContract extends DeviceContract {
  private static final String UNITS = "unit.count";
  private static final String CONFLICTS = "lds.conflict_cycles";
  private static final String DECLARED = "local.conflict."; // then a stride in words

  private static final int ROUNDS = 24;
  private static final int FULL_AGAIN = 2; // groups, in those that fit at once

  /** Share of the busiest unit's issued cycles that every unit has at least. */
  private static final double UNIT_LEAST = 0.6;

  /** Issued cycles of the busiest port at most, in the mean of all ports of its kind. */
  private static final double PORT_MOST = 1.5;

  /** Share of the counted conflict cycles that conflicts cost at least, as other work overlaps. */
  private static final double CONFLICTS_LEAST = 0.5;

  /** Creates the contract. */
  protected UseContract() {
    super("use");
  }

  @TestFactory
  @DisplayName("a launch that fills the device uses all units and all ports of a unit alike")
  Stream<DynamicTest> aFullLaunchUsesAllUnitsAndPorts() {
    return each(
        device -> {
          RunResult r = full(device);
          if (r.status() == RunStatus.OK) { // order requires it, accounting the figures of units
            provider().issue().ifPresent(scheme -> use(r, scheme));
          }
        });
  }

  /** Fills the device with groups of additions, several times. */
  private RunResult full(DeviceSpec device) {
    Device model = bench().device(device);
    Capabilities can = model.capabilities();
    int items = Math.min(can.maximumGroupSize(), Math.max(64, can.wavefront()));
    long units = device.has(UNITS) ? device.value(UNITS) : 1;
    MachineKernel code = model.lower(bench().kernels(Corpus.ADDS).get(0));
    int held = model.occupancy(code, new Geometry(1, 1, 1, items, 1, 1), 0).groups();
    return bench()
        .run(
            bench().workload(Corpus.ADDS),
            Map.of(
                "chained", "0",
                "apart", "" + ROUNDS,
                "items", "" + items,
                "groups", "" + units * held * FULL_AGAIN),
            device,
            TestBench.options().with().perUnit(true).build());
  }

  private static void use(RunResult r, IssueScheme scheme) {
    Set<String> issuing =
        scheme.causes().stream()
            .filter(c -> c.common() == CommonCause.ISSUED)
            .map(c -> c.statistic())
            .collect(Collectors.toSet());
    SortedMap<String, Long> units = new TreeMap<>();
    r.statistics()
        .forEach(
            (name, value) -> {
              int end = name.indexOf("].");
              if (name.startsWith("cu[") && issuing.contains(name.substring(end + 2))) {
                units.merge(name.substring(0, end + 1), value.longValue(), Long::sum);
              }
            });
    long most = units.values().stream().mapToLong(n -> n).max().orElse(0);
    List<String> idle =
        units.keySet().stream().filter(unit -> units.get(unit) < UNIT_LEAST * most).toList();
    require(
        idle.isEmpty(),
        "%s fills the device: %s of %s units issue little, for example %s for %s of %s cycles"
            .formatted(
                Corpus.ADDS,
                idle.size(),
                units.size(),
                idle.isEmpty() ? "" : idle.get(0),
                idle.isEmpty() ? 0 : units.get(idle.get(0)),
                most));
    scheme.ports().stream()
        .filter(port -> r.statistics().containsKey(port.busy()))
        .max(Comparator.comparing(port -> r.statistics().get(port.busy())))
        .ifPresent(port -> ports(r, port));
  }

  private static void ports(RunResult r, IssuePort port) {
    double imbalance = r.statistics().get(port.imbalance()).doubleValue();
    require(
        imbalance <= PORT_MOST,
        "%s fills the device: the busiest port '%s' issues for %.2f times the mean of all of them"
            .formatted(Corpus.ADDS, port.name(), imbalance));
  }

  @TestFactory
  @DisplayName("bank conflicts of local memory take the time that they are counted with")
  Stream<DynamicTest> conflictsTakeTheirTime() {
    return each(
        device -> {
          long banks = device.has("lds.banks") ? device.value("lds.banks") : 1;
          RunResult none = banks(device, 1);
          if (banks == 1 || !bench().isSimulated(none) || !has(none)) {
            return;
          }
          Map<String, Double> declared = provider().declares(device);
          double least = declared.getOrDefault(DECLARED + 1, 0.0);
          long stride = stride(declared, banks);
          boolean conflicts = declared.getOrDefault(DECLARED + stride, least + 1) > least;
          RunResult all = banks(device, stride);
          bench().requireSimulated(all);
          long counted =
              all.statistics().get(CONFLICTS).longValue()
                  - none.statistics().get(CONFLICTS).longValue();
          long took =
              Numbers.cycles(
                  Math.max(0, all.kernelPicos() - none.kernelPicos()),
                  device.value(ClockSpec.COMPUTE));
          require(
              conflicts == counted > 0,
              conflicts
                  ? "%s: reads %s words apart have no conflicts".formatted(Corpus.BANKS, stride)
                  : "%s: reads %s words apart have %s conflict cycles, and by the device's own rule"
                          .formatted(Corpus.BANKS, stride, counted)
                      + " no stride has any");
          require(
              took >= CONFLICTS_LEAST * counted,
              "%s: reads %s words apart have %s conflict cycles, and take %s cycles more"
                  .formatted(Corpus.BANKS, stride, counted, took));
        });
  }

  /**
   * Returns the stride in words of the reads that have the most bank conflicts by the device's own
   * rule; without such a rule, the number of banks.
   */
  private static long stride(Map<String, Double> declared, long banks) {
    return declared.entrySet().stream()
        .filter(e -> e.getKey().startsWith(DECLARED))
        .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(e -> Long.parseLong(e.getKey().substring(DECLARED.length())))
        .orElse(banks);
  }

  private RunResult banks(DeviceSpec device, long stride) {
    return bench().run(Corpus.BANKS, device, Map.of("stride", "" + stride));
  }

  private static boolean has(RunResult r) {
    return r.statistics().containsKey(CONFLICTS);
  }
}
