// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.spec.Figures;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published cases, on a compute unit that nothing else limits. */
class ResidencyLimitsTest {
  private static ResidencyLimits unlimited(int temporaries, int groups) {
    return limits(temporaries, groups, 2480, 10, 1 << 20);
  }

  private static ResidencyLimits limits(
      long temporaries, long groups, long inFlight, long units, long stackEntries) {
    return new ResidencyLimits(
        Figures.of(
            Map.of(
                "unit.wavefront", 64L,
                "registers.per_lane", 256L,
                "registers.clause_temporaries", temporaries,
                "lds.size", 32L << 10,
                "unit.groups", groups,
                "unit.in_flight", inFlight,
                "unit.count", units,
                "stack.entries", stackEntries,
                "unit.engines", 1L)),
        256);
  }

  private static Occupancy fit(
      ResidencyLimits limits, int registers, int stack, int local, int group) {
    return limits.of(ResidencyLimits.needs(registers, stack, local, group));
  }

  @ParameterizedTest(name = "{0} registers: {1} wavefronts")
  @CsvSource({
    "1, 248", "4, 62", "8, 31", "10, 24", "16, 15", "17, 14", "24, 10", "32, 7", "48, 5", "62, 4",
    "124, 2"
  })
  @DisplayName("floor(248 / registers), as LLVM's R600 scheduler computes it")
  void floor248RegistersAsLLVMsR600SchedulerComputesIt(int registers, int wavefronts) {
    Occupancy o = fit(unlimited(8, 1000), registers, 0, 0, 64);
    assertThat(o.wavefronts()).isEqualTo(wavefronts);
  }

  @Test
  @DisplayName("Georgia Tech: 35 registers in groups of 256 leave one group, 17 leave three")
  void georgiaTech35RegistersInGroupsOf256LeaveOneGroup17LeaveThree() {
    assertThat(fit(unlimited(8, 8), 35, 0, 0, 256).groups()).isEqualTo(1);
    assertThat(fit(unlimited(8, 8), 17, 0, 0, 256).groups()).isEqualTo(3);
    assertThat(fit(unlimited(8, 8), 17, 0, 0, 256).limit()).isEqualTo("registers");
  }

  @Test
  @DisplayName(
      "conflict C1: 16 registers are three groups, or the slides' four without temporaries")
  void clauseTemporaries() {
    assertThat(fit(unlimited(8, 8), 16, 0, 0, 256).groups()).isEqualTo(3);
    assertThat(fit(unlimited(0, 8), 16, 0, 0, 256).groups()).isEqualTo(4);
  }

  @Test
  @DisplayName("local memory, groups, device and stack limit in turn")
  void localMemoryGroupsDeviceAndStackLimitInTurn() {
    ResidencyLimits hd5870 = limits(8, 8, 496, 20, 1024);
    assertThat(fit(hd5870, 4, 1, 10 << 10, 64).limit()).isEqualTo("local memory");
    assertThat(fit(hd5870, 4, 1, 10 << 10, 64).groups()).isEqualTo(3);
    assertThat(fit(hd5870, 4, 1, 0, 64).limit()).isEqualTo("groups");
    assertThat(fit(hd5870, 4, 1, 0, 64).wavefronts()).isEqualTo(8);
    assertThat(fit(hd5870, 4, 1, 0, 256).limit()).isEqualTo("wavefronts");
    assertThat(fit(hd5870, 4, 1, 0, 256).groups()).isEqualTo(6);
    assertThat(fit(hd5870, 4, 10, 0, 256).limit()).isEqualTo("control-flow stack");
  }

  /**
   * Chips as the Linux radeon driver sets them up (evergreen.c and ni.c, gpu_init: wavefronts and
   * stack entries); registers by LLVM's R600 scheduler; eight groups by AMD's slides; local memory
   * by AMD's OpenCL guide.
   */
  @ParameterizedTest(
      name = "{0}: {6} registers, {7} entries, {8} bytes, groups of {9}: {10} groups by {12}")
  @CsvSource({
    "hd5870, 64, 496, 20, 2, 512,  5, 0,     0, 256,  6, 24, wavefronts",
    "hd5870, 64, 496, 20, 2, 512, 10, 0,     0, 256,  6, 24, wavefronts",
    "hd5870, 64, 496, 20, 2, 512, 11, 0,     0, 256,  5, 24, registers",
    "hd5870, 64, 496, 20, 2, 512, 16, 0,     0, 256,  3, 24, registers",
    "hd5870, 64, 496, 20, 2, 512, 17, 0,     0, 256,  3, 24, registers",
    "hd5870, 64, 496, 20, 2, 512, 35, 0,     0, 256,  1, 24, registers",
    "hd5870, 64, 496, 20, 2, 512,  5, 0,  8192, 256,  4, 24, local memory",
    "hd5870, 64, 496, 20, 2, 512,  5, 0, 32768, 256,  1, 24, local memory",
    "hd5870, 64, 496, 20, 2, 512,  5, 0,     0,  64,  8, 24, groups",
    "hd5870, 64, 496, 20, 2, 512,  5, 3,     0, 256,  4, 24, control-flow stack",
    "hd5770, 64, 248, 10, 1, 512, 10, 0,     0, 256,  6, 24, wavefronts",
    "hd5450, 32, 192,  2, 1, 256,  5, 0,     0, 256,  6, 96, registers",
    "hd5450, 32, 192,  2, 1, 256,  3, 0,     0, 256,  8, 96, groups",
    "hd6870, 64, 496, 14, 2, 512,  5, 0,     0, 256,  8, 35, groups",
    "hd6970, 64, 512, 24, 2, 512,  5, 0,     0, 256,  5, 21, wavefronts",
    "hd6970, 64, 512, 24, 2, 512, 13, 0,     0, 256,  4, 21, registers",
    "hd6950, 64, 512, 22, 2, 512,  5, 0,     0, 192,  7, 23, wavefronts",
  })
  @DisplayName("chips with the driver's figures")
  void chipsWithTheDriversFigures(
      String chip,
      long width,
      long inFlight,
      long units,
      long engines,
      long entries,
      int registers,
      int stack,
      int local,
      int group,
      int groups,
      int maximum,
      String limit) {
    ResidencyLimits limits =
        new ResidencyLimits(
            Figures.of(
                Map.of(
                    "unit.wavefront", width,
                    "registers.per_lane", 256L,
                    "registers.clause_temporaries", 8L,
                    "lds.size", 32L << 10,
                    "unit.groups", 8L,
                    "unit.in_flight", inFlight,
                    "unit.count", units,
                    "stack.entries", entries,
                    "unit.engines", engines)),
            256);
    Occupancy o = fit(limits, registers, stack, local, group);
    assertThat(o)
        .isEqualTo(
            new Occupancy(
                groups,
                groups * (int) ((group + width - 1) / width),
                maximum,
                (int) ((group + width - 1) / width),
                limit));
  }

  @Test
  @DisplayName("Georgia Tech: with 17 registers three groups of 256 fit; with 15 it is four")
  void nextStep() {
    ResidencyLimits hd5870 = limits(8, 8, 496, 20, 1024);
    assertThat(
            NextStep.of(hd5870.limits(), ResidencyLimits.needs(17, 0, 0, 256))
                .orElseThrow()
                .words())
        .isEqualTo("2 registers fewer: 4 groups");
  }

  @Test
  @DisplayName("a group that cannot fit is refused, with what it would need")
  void aGroupThatCannotFitIsRefusedWithWhatItWouldNeed() {
    assertThatThrownBy(() -> fit(unlimited(8, 8), 100, 0, 0, 256))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("100 registers")
        .hasMessageContaining("registers");
  }

  /**
   * LLVM's R600 scheduler: ⌊248 / registers⌋ wavefronts; the driver's wavefronts and stack entries
   * (evergreen.c, ni.c: gpu_init), shared out over the units; eight groups by AMD's slides; local
   * memory by AMD's OpenCL guide.
   */
  @ParameterizedTest
  @CsvSource({"496, 20, 2, 512", "248, 10, 1, 512", "496, 14, 2, 512", "512, 24, 2, 512"})
  void twoThousandSeededVectorsFollowTheFormula(int inFlight, int units, int engines, int entries) {
    ResidencyLimits limits =
        new ResidencyLimits(
            Figures.of(
                Map.of(
                    "unit.wavefront",
                    64L,
                    "registers.per_lane",
                    256L,
                    "registers.clause_temporaries",
                    8L,
                    "lds.size",
                    32L << 10,
                    "unit.groups",
                    8L,
                    "unit.in_flight",
                    (long) inFlight,
                    "unit.count",
                    (long) units,
                    "stack.entries",
                    (long) entries,
                    "unit.engines",
                    (long) engines)),
            256);
    SplittableRandom random = new SplittableRandom(units);
    for (int i = 0; i < 2000; i++) {
      int group = 1 + random.nextInt(256 >> random.nextInt(3));
      int registers = 1 + random.nextInt(60 >> random.nextInt(3));
      int stack = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(8);
      int local = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(32768 >> random.nextInt(4));
      int wavefronts = (group + 63) / 64;
      int most = Math.min(248 / registers, inFlight / units);
      most = stack > 0 ? Math.min(most, entries * engines / units / stack) : most;
      int groups = Math.min(8, most / wavefronts);
      groups = local > 0 ? Math.min(groups, 32768 / local) : groups;
      int expected = groups;
      if (expected > 0) {
        assertThat(fit(limits, registers, stack, local, group).groups())
            .as("%s: %s registers, %s entries, %s bytes, %s", i, registers, stack, local, group)
            .isEqualTo(expected);
      } else {
        assertThatThrownBy(() -> fit(limits, registers, stack, local, group))
            .isInstanceOf(RefusalException.class);
      }
    }
  }
}
