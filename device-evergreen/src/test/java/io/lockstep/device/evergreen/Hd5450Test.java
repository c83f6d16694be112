// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Cedar: the narrow one. Loveland (E-350) is its sister: ratios of clpeak rows hold for both. */
class Hd5450Test {
  private static final int LENGTH = 512;
  private final Device device = Catalogue.device("hd5450");

  private long cycles(Op op, int width) {
    Kernel kernel = Kernels.chains(op, Type.I32, width, LENGTH / width);
    return Launches.run(device, kernel, 48, 256, 4).cycles();
  }

  @Test
  @DisplayName("wavefronts of 32 on 8 stream cores: a bundle still issues in four cycles")
  void wavefrontsOf32IssueABundleInFourCycles() {
    Kernel kernel = Kernels.chains(Op.FMA, Type.F32, 1, LENGTH);
    Launches.Result r = Launches.run(device, kernel, 48, 256, 4);
    // 2 compute units x 8 stream cores, one multiply-add a cycle each
    double perCycle = (double) LENGTH * 48 * 256 / r.cycles();
    assertThat(perCycle).isCloseTo(16, Percentage.withPercentage(3));
    assertThat(r.get("wavefronts")).isEqualTo(48 * 8);
  }

  @Test
  @DisplayName("clpeak on Loveland: int4 is twice as fast as int (15.71 against 7.87)")
  void int4IsTwiceAsFastAsInt() {
    assertThat((double) cycles(Op.MAD, 1) / cycles(Op.MAD, 4))
        .isCloseTo(15.71 / 7.87, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("16 banks: 32 lanes in sequence take two clocks, on one bank 32")
  void sequentialLanesTakeTwoClocksOn16Banks() {
    Kernel kernel = Kernels.localReads(1);
    assertThat(Launches.run(device, kernel, 1, 32, 4, 4).get("lds.cycles")).isEqualTo(2);
    assertThat(Launches.run(device, kernel, 1, 32, 64, 4).get("lds.cycles")).isEqualTo(32);
  }

  @Test
  @DisplayName("a fetch takes eight cycles: 32 lanes at four addresses a cycle")
  void aFetchTakesEightCycles() {
    Launches.Result r = Launches.run(device, Kernels.copy(false), 8, 256, 4, 4);
    assertThat(r.get("issue.issued_fetch")).isEqualTo(8L * 8 * 8);
  }

  @Test
  @DisplayName("192 wavefronts on two compute units: 96 each, eight groups of 256 are 64")
  void eachOfTwoComputeUnitsHolds96Wavefronts() {
    TeraScaleKernel code = (TeraScaleKernel) device.lower(Kernels.corpus("vecadd"));
    Occupancy o = device.occupancy(code, new Geometry(1000, 1, 1, 256, 1, 1), 0);
    assertThat(o.maximum()).isEqualTo(96);
    assertThat(o.wavefronts()).isEqualTo(64);
    assertThat(o.limit()).isEqualTo("groups");
  }

  @Test
  @DisplayName("no double precision: refused with the line")
  void doublePrecisionIsRefusedWithTheLine() {
    assertThatThrownBy(() -> device.lower(Kernels.chains(Op.FMA, Type.F64, 1, 4)))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("double precision");
  }
}
