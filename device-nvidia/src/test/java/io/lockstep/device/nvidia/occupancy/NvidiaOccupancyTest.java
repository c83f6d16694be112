// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.Figures;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Residency against the formula of the CUDA C++ Programming Guide's tables. */
class NvidiaOccupancyTest {
  /** Limits of a capability: warps, blocks, shared memory in KiB, its unit, bytes besides. */
  private record Limits(String capability, int warps, int blocks, int shared, int unit, int more) {
    SmOccupancy rule() {
      return new SmOccupancy(
          Figures.of(
              Map.ofEntries(
                  Map.entry("unit.wavefront", 32L),
                  Map.entry("unit.wavefronts", (long) warps),
                  Map.entry("unit.simds", 4L),
                  Map.entry("unit.groups", (long) blocks),
                  Map.entry("unit.group_size", 1024L),
                  Map.entry("registers.size", 65_536L),
                  Map.entry("registers.granule", 256L),
                  Map.entry("lds.size", shared * 1024L),
                  Map.entry(
                      "lds.sizes", TestDevices.of(Capability.of(capability)).value("lds.sizes")),
                  Map.entry("lds.granule", (long) unit),
                  Map.entry("lds.reserved", (long) more),
                  Map.entry("l1.size", 256L * 1024),
                  Map.entry("l1.ways", 4L),
                  Map.entry("l1.reserved", 0L))));
    }
  }

  private static final List<Limits> ALL =
      List.of(
          new Limits("7.0", 64, 32, 96, 256, 0),
          new Limits("7.5", 32, 16, 64, 256, 0),
          new Limits("8.0", 64, 32, 164, 128, 1024),
          new Limits("8.6", 48, 16, 100, 128, 1024),
          new Limits("8.9", 48, 24, 100, 128, 1024),
          new Limits("9.0", 64, 32, 228, 128, 1024),
          new Limits("12.0", 48, 24, 100, 128, 1024));

  private static Limits of(String capability) {
    return ALL.stream().filter(l -> l.capability.equals(capability)).findFirst().orElseThrow();
  }

  private static int ceil(int a, int b) {
    return (a + b - 1) / b;
  }

  private static int blocks(Limits l, int threads, int registers, int shared) {
    int warps = ceil(threads, 32);
    int ofWarp = ceil(registers * 32, 256) * 256;
    int byRegisters = 16_384 / ofWarp * 4 / warps;
    int taken = ceil(shared + l.more, l.unit) * l.unit;
    int byShared = taken == 0 ? Integer.MAX_VALUE : l.shared * 1024 / taken;
    return Math.min(Math.min(l.blocks, l.warps / warps), Math.min(byRegisters, byShared));
  }

  @ParameterizedTest(name = "{0}: {1} threads, {2} registers")
  @CsvSource({
    "8.0,  256,  32, 8, 64",
    "8.6,  256,  40, 6, 48",
    "8.9,   64,  16, 24, 48",
    "12.0, 128, 128, 4, 16",
    "9.0, 1024,  64, 1, 32",
    "8.0,  128, 128, 4, 16",
    "7.5,  256,  64, 4, 32"
  })
  void residencyIsThatOfTheVendorsCalculator(
      String capability, int threads, int registers, int blocks, int warps) {
    SmOccupancy rule = of(capability).rule();
    Occupancy fit = Occupancy.of(rule.limits(), rule.needs(threads, registers, 0));
    assertThat(fit.groups()).isEqualTo(blocks);
    assertThat(fit.wavefronts()).isEqualTo(warps);
  }

  @Test
  void twoHundredConfigurationsFollowTheFormula() {
    SplittableRandom random = new SplittableRandom(44);
    int limited = 0;
    for (int i = 0; i < 200; i++) {
      Limits l = ALL.get(i % ALL.size());
      int threads = random.nextInt(1, 1025);
      int registers = random.nextInt(16, 256);
      int shared = random.nextInt(4) == 0 ? 0 : random.nextInt(l.shared * 1024 - l.more + 1);
      SmOccupancy rule = l.rule();
      int blocks = Occupancy.of(rule.limits(), rule.needs(threads, registers, shared)).groups();
      assertThat(blocks)
          .as("%s: %s threads, %s registers, %s bytes", l.capability, threads, registers, shared)
          .isEqualTo(blocks(l, threads, registers, shared));
      limited += blocks > 0 && blocks < l.warps / ceil(threads, 32) ? 1 : 0;
    }
    assertThat(limited)
        .as("configurations that registers or shared memory limit")
        .isBetween(50, 199);
  }

  /** Blocks by registers of the occupancy calculator in CUDA 13.0, the same from 7.0 to 9.0. */
  @ParameterizedTest(name = "{0} threads, {1} registers: {2} blocks")
  @CsvSource({
    "32, 28, 64", "32, 40, 48", "64, 28, 32", "64, 64, 16", "96, 28, 21",
    "96, 64, 10", "160, 28, 12", "160, 64, 6", "192, 28, 10", "192, 40, 8"
  })
  void warpsOfABlockAreNotRoundedUp(int threads, int registers, int blocks) {
    for (String capability : List.of("7.0", "8.0", "9.0")) {
      SmOccupancy rule = of(capability).rule();
      Occupancy fit = Occupancy.of(rule.limits(), rule.needs(threads, registers, 0));
      assertThat(fit.groups()).isEqualTo(Math.min(blocks, 32));
    }
  }

  @ParameterizedTest(name = "{0}: {2} blocks of {1} bytes")
  @CsvSource({
    "7.0,      0, 32,  0",
    "7.0,  40000,  2, 96",
    "7.5,      0, 16, 32",
    "8.0,      0,  8,  8",
    "8.0,  47104,  3, 164",
    "8.6, 101376,  1, 100",
    "8.9, 101376,  1, 100",
    "12.0, 10240,  3, 64",
    "9.0, 200704,  1, 228"
  })
  void theCarveOutIsTheSmallestThatHoldsAllBlocks(
      String capability, int shared, int blocks, int kib) {
    SmOccupancy rule = of(capability).rule();
    assertThat(rule.carveOut(rule.needs(128, 32, shared), blocks)).isEqualTo(kib * 1024);
  }
}
