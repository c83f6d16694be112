// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One name, one unit, one meaning: over all devices of the catalogue. */
class VocabularyTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  /** Parts that every family has, declared once. */
  private static final List<String> COMMON =
      List.of(
          "clock.compute",
          "atomics.",
          "dispatch.",
          "dram.",
          "host.",
          "issue.",
          "l1.",
          "l2.",
          "lds.",
          "mall.",
          "memory.",
          "network.",
          "registers.",
          "unit.");

  static List<DeviceSpec> devices() {
    return CATALOGUE.specs();
  }

  @Test
  void aFigureOfACommonPartHasOneUnitAndOneMeaning() {
    Map<String, SpecSchema.Key> seen = new HashMap<>();
    for (DeviceSpec device : devices()) {
      List<SpecSchema.Key> keys = new ArrayList<>(device.schema().keys());
      device.schema().derived().values().forEach(d -> keys.add(d.key()));
      for (SpecSchema.Key key : keys) {
        SpecSchema.Key before = seen.putIfAbsent(key.path(), key);
        if (before != null && COMMON.stream().anyMatch(key.path()::startsWith)) {
          assertThat(key.dimension()).as(key.path()).isEqualTo(before.dimension());
          assertThat(key.definition()).as(key.path()).isEqualTo(before.definition());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("devices")
  void oneCommandSetsTheFiguresOfTheCommonPartsOfEveryDevice(DeviceSpec device) {
    Map<String, String> settings =
        Map.ofEntries(
            Map.entry("dram.bandwidth", "*2"),
            Map.entry("dram.trcd", "*1.5"),
            Map.entry("dram.read_queue", "16"),
            Map.entry("dram.bypasses", "4"),
            Map.entry("dram.trefi", "3900ns"),
            Map.entry("host.launch", "5us"),
            Map.entry("host.fill", "*0.5"),
            Map.entry("clock.compute", "*0.5"),
            Map.entry("network.request_latency", "*2"),
            Map.entry("atomics.same_address", "8cycles"),
            Map.entry("memory.outstanding", "32"),
            Map.entry("memory.backlog", "16cycles"),
            Map.entry("l1.miss_latency?", "8cycles"),
            Map.entry("l2.misses?", "32"),
            Map.entry("mall.size?", "*0.5"));
    DeviceSpec changed = device.with(settings);
    assertThat(CATALOGUE.device(changed)).isNotNull();
    assertThat(changed.value("dram.clock")).isEqualTo(2 * device.value("dram.clock"));
    assertThat(changed.value("dram.tcl")).isEqualTo(device.value("dram.tcl"));
    assertThat(changed.value("host.launch")).isEqualTo(5_000_000);
    assertThat(changed.value("network.request_latency"))
        .isEqualTo(2 * device.value("network.request_latency"));
    assertThat(changed.value("memory.outstanding")).isEqualTo(32);
    assertThat(changed.has("l2.misses")).isEqualTo(device.has("l2.misses"));
    assertThat(changed.has("mall.size")).isEqualTo(device.has("mall.size"));
  }

  @ParameterizedTest
  @MethodSource("devices")
  void oneCommandSetsTheFiguresOfTheComputeUnitsOfEveryDevice(DeviceSpec device) {
    Map<String, String> settings =
        Map.of(
            "dispatch.group_interval", "2.5cycles",
            "dispatch.latency", "7cycles",
            "issue.interval", "*2",
            "issue.barrier_latency", "9cycles",
            "lds.size", "8KiB",
            "registers.file", "*2",
            "unit.count", "*2",
            "unit.group_size", "128",
            "unit.wavefronts", "16");
    DeviceSpec changed = device.with(settings);
    assertThat(CATALOGUE.device(changed).capabilities().maximumGroupSize()).isEqualTo(128);
    for (String path : settings.keySet()) {
      assertThat(changed.value(path)).as(path).isNotEqualTo(device.value(path));
    }
  }

  @ParameterizedTest
  @MethodSource("devices")
  void everyFigureOfAShippedFileSaysWhereItComesFrom(DeviceSpec device) {
    assertThat(device.figures())
        .filteredOn(f -> !isOfAPolicy(device, f))
        .map(Figure::where)
        .allMatch(w -> devices().stream().map(DeviceSpec::file).anyMatch(w::startsWith));
  }

  /**
   * Policies and what only some of them read are the family's where a file says nothing, and so is
   * who makes the code.
   */
  private static boolean isOfAPolicy(DeviceSpec device, Figure figure) {
    return device.schema().key(figure.path()).policy() != null
        || figure.path().equals("issue.group")
        || figure.path().equals("code.source")
        || figure.path().endsWith("seed");
  }
}
