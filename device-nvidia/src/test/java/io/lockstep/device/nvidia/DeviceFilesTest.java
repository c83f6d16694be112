// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The device files against published figures, which their own figures must give. */
class DeviceFilesTest {
  private static DeviceSpec spec(String id) {
    String file = id + ".yaml";
    return SpecReader.resource(
        file,
        DeviceFilesTest.class.getResourceAsStream(file),
        NvidiaSchema.schema(),
        DeviceFilesTest::spec);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "v100,      14.1, 7.0,   898",
    "titanv,    14.9, 7.45,  653",
    "t4,         8.1, 0.254, 320",
    "rtx2080ti, 13.4, 0.42,  616",
    "rtx2070,    7.5, 0.233, 448",
    "a100,      19.5, 9.7,  1555",
    "a100_80,   19.5, 9.7,  2039",
    "rtx3080,   29.8, 0.465, 760",
    "rtx3090,   35.6, 0.556, 936",
    "a6000,     38.7, 0.605, 768",
    "a40,       37.4, 0.585, 696",
    "rtx3060,   12.7, 0.199, 360",
    "rtx4090,   82.6, 1.29, 1008",
    "rtx4070ti_super, 44.1, 0.689, 672",
    "l4,        30.3, 0.473, 300",
    "l40s,      91.6, 1.431, 864",
    "rtx2000_ada, 12.0, 0.1875, 224",
    "rtx5090,  104.8, 1.637, 1792",
    "rtx5080,   56.3, 0.879, 960",
    "rtx5060ti, 23.7, 0.37,  448",
    "rtx_pro_6000, 126, 1.968, 1792",
    "h100_pcie, 51.2, 25.6, 2039",
    "h100_sxm,  66.9, 33.5, 3352",
    "gh200,     66.9, 33.5, 4000",
    "h200,      66.9, 33.5, 4800"
  })
  void figuresGiveThePublishedPeaks(String id, double single, double twice, double bandwidth) {
    DeviceSpec s = spec(id);
    assertThat(s.id()).isEqualTo(id);
    double clocks = s.value("unit.count") * s.value("unit.wavefront") * s.value(ClockSpec.COMPUTE);
    double parts = s.value("unit.simds");
    double doubles = s.flag("issue.double_shared") ? 1 : parts;
    assertThat(2e-12 * clocks * parts / s.value("issue.interval"))
        .isCloseTo(single, Percentage.withPercentage(1));
    assertThat(2e-12 * clocks * doubles / s.value("issue.double"))
        .isCloseTo(twice, Percentage.withPercentage(1.5));
    assertThat(
            1e-9
                * s.value("dram.channels")
                * s.value("dram.width")
                * s.value("dram.clock")
                * s.value("dram.beats"))
        .isCloseTo(bandwidth, Percentage.withPercentage(1));
  }

  @ParameterizedTest(name = "{0}: {1} threads, {2} registers")
  @CsvSource({
    "a100,      256,  32, 8, 64",
    "rtx3060,   256,  40, 6, 48",
    "h200,     1024,  64, 1, 32",
    "l4,         64,  16, 24, 48",
    "rtx5060ti, 128, 128, 4, 16",
    "a100_80,   128, 128, 4, 16",
    "rtx2070,   256,  64, 4, 32"
  })
  void limitsOfTheFilesGiveTheVendorsOccupancy(
      String id, int threads, int registers, int blocks, int warps) {
    DeviceSpec s = spec(id);
    CrossCheck.ofParts(s);
    SmOccupancy rule = new SmOccupancy(s);
    Occupancy fit = Occupancy.of(rule.limits(), rule.needs(threads, registers, 0));
    assertThat(fit.groups()).isEqualTo(blocks);
    assertThat(fit.wavefronts()).isEqualTo(warps);
  }
}
