// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.gcn.Specs;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published residencies of CDNA devices. Sources: LLVM, AMDGPU usage (granules of registers and
 * LDS) and llvm-calc-occupancy; AMD lab notes, register pressure; ROCm Compute Profiler, occupancy
 * limiters example (measured on MI200: per cents of 32 wavefronts).
 */
class GcnOccupancyTest {
  private static GcnOccupancy of(String device) {
    return new GcnOccupancy(Specs.of(device));
  }

  private static Occupancy fit(String device, int vectors, int scalars, int group, int local) {
    return of(device).of(GcnOccupancy.needs(vectors, scalars, group, local));
  }

  @ParameterizedTest(name = "{0}: {1} vector, {2} scalar registers, groups of {3}, {4} bytes ({8})")
  @CsvSource({
    "mi210, 102, 16,  256,     0, 16, 32, vector registers, lab notes: 4 a SIMD",
    "mi210,  96, 16,  256,     0, 20, 32, vector registers, lab notes: 5 a SIMD",
    "mi210, 122, 16,  256,     0, 16, 32, vector registers, profiler: 49.9 %",
    "mi210, 128, 16,  256,     0, 16, 32, vector registers, LLVM: 122 allocate 128",
    "mi210, 132, 16,   64,     0, 12, 32, vector registers, LLVM: granule 8",
    "mi210, 172, 16,   64,     0,  8, 32, vector registers, LLVM: 172 allocate 176",
    "mi210, 176, 16,   64,     0,  8, 32, vector registers, LLVM: granule 8",
    "mi210,  64, 76,  256,     0, 32, 32, wavefronts, profiler: 98.9 %",
    "mi210,  16,102,   64,     0, 28, 32, scalar registers, LLVM: 800 / 112",
    "mi210,  16, 16,  256, 65536,  4, 32, local memory, profiler: 12.5 %",
    "mi210,  50, 30,  512,     0, 32, 32, wavefronts, llvm-calc-occupancy gfx90a: 8 a SIMD",
    "mi300a, 16, 16,   64,  4096, 16, 32, local memory, LLVM: LDS in 512 bytes",
    "mi300x, 16, 16,   64,  4097, 14, 32, local memory, LLVM: LDS in 512 bytes",
    "mi100,  24, 16,   64,     0, 40, 40, wavefronts, LLVM: 256 / 24",
    "mi100,  28, 16,   64,     0, 36, 40, vector registers, LLVM: granule 4",
    "mi100, 128, 16,   64,     0,  8, 40, vector registers, LLVM: 256 / 128",
  })
  @DisplayName("published residencies")
  void publishedResidencies(
      String device,
      int vectors,
      int scalars,
      int group,
      int local,
      int wavefronts,
      int maximum,
      String limit,
      String source) {
    Occupancy o = fit(device, vectors, scalars, group, local);
    assertThat(o.wavefronts()).as(source).isEqualTo(wavefronts);
    assertThat(o.groups()).isEqualTo(wavefronts / ((group + 63) / 64));
    assertThat(o.maximum()).isEqualTo(maximum);
    assertThat(o.limit()).isEqualTo(limit);
  }

  @ParameterizedTest(name = "{0}: {1} leave {2} groups")
  @CsvSource({
    "scalar registers, 76, 40",
    "scalar registers, 102, 28",
    "scalar registers, 48, 64",
    "local memory, 65536, 1",
    "local memory, 512, 128",
    "local memory, 513, 64",
  })
  @DisplayName("LLVM's granules of scalar registers (of four SIMDs) and LDS, each by itself")
  void llvmsGranulesOfScalarRegistersOfFourSIMDsAndLDSEachByItself(
      String resource, int amount, int groups) {
    UnitLimits limits = of("mi210").limits();
    Needs needs =
        resource.equals("local memory")
            ? GcnOccupancy.needs(8, 16, 64, amount)
            : GcnOccupancy.needs(8, amount, 64, 0);
    Resource of =
        limits.resources().stream().filter(r -> r.name().equals(resource)).findFirst().get();
    assertThat(of.groups(needs, 1)).isEqualTo(groups);
  }

  @Test
  @DisplayName("AMD lab notes: from 102 registers to 96 is the step from 4 wavefronts to 5")
  void nextStep() {
    NextStep step =
        NextStep.of(of("mi210").limits(), GcnOccupancy.needs(102, 16, 64, 0)).orElseThrow();
    assertThat(step.words()).isEqualTo("6 registers fewer: 20 groups");
  }

  @Test
  @DisplayName("a group that cannot fit is refused with its figures")
  void aGroupThatCannotFitIsRefusedWithItsFigures() {
    assertThatThrownBy(() -> fit("mi210", 16, 16, 64, 70000))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("70000")
        .hasMessageContaining("65536");
    assertThatThrownBy(() -> fit("mi210", 256, 16, 1024, 0))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("a compute unit of 8 such wavefronts");
  }

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /**
   * LLVM, AMDGPU usage: vector registers of a SIMD (256 in fours on gfx908, 512 in eights on gfx90a
   * and gfx942) and 800 scalar ones in units of 16, 10 or 8 wavefronts a SIMD, LDS in units of 512
   * bytes; a unit has 16 barriers for groups of several wavefronts (llvm-calc-occupancy).
   */
  @ParameterizedTest
  @CsvSource({"mi100, 256, 4, 10", "mi210, 512, 8, 8", "mi300a, 512, 8, 8", "mi300x, 512, 8, 8"})
  void twoThousandSeededVectorsFollowTheFormula(String device, int file, int unit, int slots) {
    GcnOccupancy rule = of(device);
    SplittableRandom random = new SplittableRandom(file + slots);
    for (int i = 0; i < 2000; i++) {
      int group = 1 + random.nextInt(1024 >> random.nextInt(4));
      int vectors = 1 + random.nextInt(file >> random.nextInt(3));
      int scalars = 1 + random.nextInt(102);
      int local = random.nextInt(3) == 0 ? 0 : random.nextInt(65537 >> random.nextInt(6));
      int wavefronts = up(group, 64) / 64;
      int aSimd = Math.min(slots, Math.min(file / up(vectors, unit), 800 / up(scalars, 16)));
      int groups = 4 * aSimd / wavefronts;
      groups = wavefronts > 1 ? Math.min(16, groups) : groups;
      groups = local > 0 ? Math.min(groups, 65536 / up(local, 512)) : groups;
      Needs needs = GcnOccupancy.needs(vectors, scalars, group, local);
      assertThat(Occupancy.of(rule.limits(), needs).groups())
          .as("%s: %s, %s, groups of %s, %s bytes", i, vectors, scalars, group, local)
          .isEqualTo(groups);
    }
  }
}
