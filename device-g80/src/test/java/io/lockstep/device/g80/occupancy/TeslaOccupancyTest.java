// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.spec.Figures;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What NVIDIA's occupancy spreadsheet answers. The row 1.3, 512, 4, 32 is also what the profiler
 * printed for incKernel on a Tesla C1060 (CUDA SDK 4.2, simpleMultiCopy); 1.3 with 16, 17 and 35
 * registers are worked examples of a Georgia Tech course.
 */
class TeslaOccupancyTest {
  private static final TeslaOccupancy CC10 = occupancy(24, 8192, 256);
  private static final TeslaOccupancy CC13 = occupancy(32, 16384, 512);

  private static TeslaOccupancy occupancy(long warps, long registers, long granule) {
    return new TeslaOccupancy(
        Figures.of(
            Map.of(
                "unit.wavefront", 32L,
                "unit.group_size", 512L,
                "unit.wavefronts", warps,
                "unit.groups", 8L,
                "registers.size", registers,
                "registers.granule", granule,
                "registers.warps", 2L,
                "lds.size", 16384L,
                "lds.granule", 512L)));
  }

  private static Occupancy fit(TeslaOccupancy rule, int threads, int registers, int shared) {
    return Occupancy.of(rule.limits(), Needs.of(threads, registers, shared));
  }

  @Test
  @DisplayName("the course's kernel with 11 registers: one fewer, and a third block fits")
  void nextStep() {
    assertThat(NextStep.of(CC10.limits(), Needs.of(256, 11, 0)).orElseThrow().words())
        .isEqualTo("1 register fewer: 3 groups");
    assertThat(NextStep.of(CC10.limits(), Needs.of(512, 17, 0)).orElseThrow().words())
        .isEqualTo("1 register fewer: 1 group");
    assertThat(NextStep.of(CC10.limits(), Needs.of(512, 10, 0)).orElseThrow().words())
        .isEqualTo("groups of 384 work-items: 2 groups, 24 wavefronts");
    assertThat(NextStep.of(CC10.limits(), Needs.of(512, 16, 0))).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1} threads, {2} registers, {3} bytes")
  @CsvSource({
    "1.0, 256, 10,    0, 3, 24, 1000,  2560, wavefronts",
    "1.0, 256, 11,    0, 2, 16,  667,  2816, registers",
    "1.0, 256, 20,    0, 1,  8,  333,  5120, registers",
    "1.0, 512, 16,    0, 1, 16,  667,  8192, wavefronts",
    "1.0, 512, 17,    0, 0,  0,    0,  8704, registers",
    "1.0, 192, 10, 4096, 4, 24, 1000,  2048, wavefronts",
    "1.0,  64, 13, 1076, 8, 16,  667,  1024, groups",
    "1.0,  96, 20,    0, 3,  9,  375,  2560, registers",
    "1.1,  64, 32,  512, 4,  8,  333,  2048, registers",
    "1.3, 256, 16,    0, 4, 32, 1000,  4096, wavefronts",
    "1.3, 256, 17,    0, 3, 24,  750,  4608, registers",
    "1.3, 128, 35,    0, 3, 12,  375,  4608, registers",
    "1.3, 256, 35,    0, 1,  8,  250,  9216, registers",
    "1.3, 512, 35,    0, 0,  0,    0, 17920, registers",
    "1.3, 512,  4,   32, 2, 32, 1000,  2048, wavefronts",
    "1.3,  96, 20,    0, 6, 18,  563,  2560, registers",
  })
  void residencyAndItsLimitAreThoseOfTheVendorsSpreadsheet(
      String capability,
      int threads,
      int registers,
      int shared,
      int blocks,
      int warps,
      int perMille,
      int perBlock,
      String limit) {
    TeslaOccupancy rule = capability.equals("1.3") ? CC13 : CC10;
    Needs block = Needs.of(threads, registers, shared);
    Occupancy r = Occupancy.of(rule.limits(), block);
    assertThat(r.groups()).isEqualTo(blocks);
    assertThat(r.wavefronts()).isEqualTo(warps);
    assertThat(Math.round(1000.0 * r.wavefronts() / r.maximum())).isEqualTo(perMille);
    assertThat(rule.registersPerBlock(block)).isEqualTo(perBlock);
    assertThat(r.limit()).isEqualTo(limit);
  }

  @Test
  @DisplayName("shared memory is given out in units of 512 bytes")
  void sharedMemoryIsGivenOutInUnitsOf512Bytes() {
    assertThat(fit(CC13, 64, 4, 4096).groups()).isEqualTo(4);
    assertThat(fit(CC13, 64, 4, 4097).groups()).isEqualTo(3);
    assertThat(fit(CC13, 64, 4, 4097).limit()).isEqualTo("local memory");
    assertThat(fit(CC13, 64, 4, 16385).groups()).isZero();
  }

  @Test
  @DisplayName(
      "a tiled matrix multiply with 256 threads and 10 registers fills a G80 with 3 blocks")
  void aTiledMatrixMultiplyWith256ThreadsAnd10RegistersFillsAG80With() {
    assertThat(fit(CC10, 256, 10, 2 * 16 * 16 * 4 + 16 + 32).groups()).isEqualTo(3);
  }

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /** The spreadsheet's formula, as tmcdonell/cuda (Foreign.CUDA.Analysis.Occupancy) computes it. */
  @ParameterizedTest
  @CsvSource({"24, 8192, 256", "32, 16384, 512"})
  void twoThousandSeededVectorsFollowTheFormula(int slots, int file, int unit) {
    TeslaOccupancy rule = occupancy(slots, file, unit);
    SplittableRandom random = new SplittableRandom(slots);
    for (int i = 0; i < 2000; i++) {
      int threads = 1 + random.nextInt(512 >> random.nextInt(3));
      int registers = 1 + random.nextInt(124 >> random.nextInt(4));
      int shared = 16 + random.nextInt(16384 - 15 >> random.nextInt(5));
      int warps = up(threads, 32) / 32;
      int byRegisters = file / up(up(warps, 2) * 32 * registers, unit);
      int blocks = Math.min(Math.min(8, slots / warps), byRegisters);
      assertThat(fit(rule, threads, registers, shared).groups())
          .as("%s: %s threads, %s registers, %s bytes", i, threads, registers, shared)
          .isEqualTo(Math.min(blocks, 16384 / up(shared, 512)));
    }
  }
}
