// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.Occupancy;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cayman XT: four slots, and clpeak's rows (commit ded9c64). */
@Tag("slow")
class Hd6970Test {
  private static final int LENGTH = 512;
  private static final int GROUPS = 120; // five a compute unit: 20 wavefronts
  private final Device device = Catalogue.device("hd6970");

  private TeraScaleKernel lower(Kernel kernel) {
    return (TeraScaleKernel) device.lower(kernel);
  }

  private double rate(Op op, Type type, int width) {
    Kernel kernel = Kernels.chains(op, type, width, LENGTH);
    Launches.Result r = Launches.run(device, kernel, GROUPS, 256, type.bytes());
    return 2.0 * LENGTH * width * GROUPS * 256 * device.clockHertz() / r.cycles() / 1e9;
  }

  @Test
  @DisplayName("a scalar chain: 675.8 GFLOPS, clpeak 674.4")
  void aScalarChainReaches676Gflops() {
    assertThat(rate(Op.FMA, Type.F32, 1)).isCloseTo(674.44, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("float2: 1351.7 GFLOPS, clpeak 1345.7")
  void aFloat2ChainReaches1352Gflops() {
    assertThat(rate(Op.FMA, Type.F32, 2)).isCloseTo(1345.68, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("a 32-bit product takes the whole bundle: int 337.9 GIOPS, clpeak 337.4")
  void a32BitProductTakesTheWholeBundle() {
    TeraScaleKernel code = lower(Kernels.chains(Op.MAD, Type.I32, 1, LENGTH));
    assertThat(code.bundles()).isBetween(2 * LENGTH, 2 * LENGTH + 8);
    assertThat(rate(Op.MAD, Type.I32, 1)).isCloseTo(337.36, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("int4: four products and one bundle of sums, 8 operations in 5: clpeak 537.7")
  void int4TakesFiveBundlesForEightOperations() {
    TeraScaleKernel code = lower(Kernels.chains(Op.MAD, Type.I32, 4, LENGTH / 4));
    assertThat(code.bundles()).isBetween(5 * LENGTH / 4, 5 * LENGTH / 4 + 10);
    assertThat(rate(Op.MAD, Type.I32, 4)).isCloseTo(537.68, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("doubles at a quarter: 675.8 GFLOPS, clpeak 671.2")
  void doublesRunAtAQuarterOfTheRate() {
    assertThat(rate(Op.FMA, Type.F64, 1)).isCloseTo(671.24, Percentage.withPercentage(3));
  }

  @Test
  @DisplayName("a reciprocal takes three slots, and leaves one to another operation")
  void aReciprocalTakesThreeSlotsAndLeavesOneToAnotherOperation() {
    TeraScaleKernel code = lower(Kernels.corpus("blackscholes"));
    assertThat(code.assembly()).contains("RECIP_IEEE", "EXP_IEEE", "LOG_IEEE");
    assertThat(code.slots()).isGreaterThan(code.operations());
  }

  @Test
  @DisplayName("512 wavefronts on 24 compute units: 21 each, five groups of 256")
  void eachOf24ComputeUnitsHolds21Wavefronts() {
    Occupancy o =
        device.occupancy(lower(Kernels.corpus("vecadd")), new Geometry(1000, 1, 1, 256, 1, 1), 0);
    assertThat(o.maximum()).isEqualTo(21);
    assertThat(o.groups()).isEqualTo(5);
  }

  @Test
  @DisplayName("32 banks: one bank costs 64 clocks, 60 of them stall")
  void accessesToOneOf32BanksStallFor60Clocks() {
    Launches.Result r = Launches.run(device, Kernels.localReads(1), 1, 64, 128, 4);
    assertThat(r.get("lds.cycles")).isEqualTo(64);
    assertThat(r.get("issue.lds_conflict")).isEqualTo(60);
  }
}
