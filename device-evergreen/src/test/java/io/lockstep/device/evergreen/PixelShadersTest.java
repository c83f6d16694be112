// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels for work-groups that run as pixel shaders with memory export. */
class PixelShadersTest {
  private static final int UNITS = 4;

  @Test
  void idsComeFromThePixelsPositionAndWritesAreMemoryExports() {
    Kernel kernel = Kernels.corpus("vecadd");
    TeraScaleKernel pixel = (TeraScaleKernel) Catalogue.device("hd2900xt").lower(kernel);
    assertThat(ProgramCheck.problems(pixel)).isEmpty();
    assertThat(pixel.assembly()).contains("FLT_TO_INT", "MEM_EXPORT").doesNotContain("MEM_RAT");
    TeraScaleKernel compute = (TeraScaleKernel) Catalogue.device("hd4870").lower(kernel);
    assertThat(compute.assembly()).doesNotContain("FLT_TO_INT", "MEM_EXPORT");
    Device both = Catalogue.device("hd4870", "dispatch.mode", "pixel");
    assertThat(((TeraScaleKernel) both.lower(kernel)).assembly()).contains("MEM_EXPORT");
  }

  @ParameterizedTest
  @CsvSource({"16", "160", "320"})
  void everyExportHoldsTheBusForItsIntervalHoweverNarrowItIs(int interval) {
    // The source: 16 pixels a clock leave the chip; a SIMD's share is a quad of four, so a
    // wavefront of 64 takes 16 clocks.
    Device device = Catalogue.device("hd2900xt", "export.interval", interval + "cycles");
    int few = 200;
    int many = 1000;
    long cycles =
        Launches.overPixels(device, Kernels.copy(false), many, 64, 4, 4).cycles()
            - Launches.overPixels(device, Kernels.copy(false), few, 64, 4, 4).cycles();
    long bus = (long) (many - few) / UNITS * interval;
    assertThat(cycles).isGreaterThan((long) (0.98 * bus));
    if (interval > 16) { // nothing else takes as long
      assertThat(cycles).isLessThan((long) (1.05 * bus));
    }
  }

  @Test
  void aWavefrontOfPixelsIsAGroupOfItsOwnAndNoGroupSlotsLimitIt() {
    Device device = Catalogue.device("hd2400");
    Launches.Result r = Launches.overPixels(device, Kernels.copy(false), 50, 256, 4, 4);
    assertThat(r.get("work_groups")).isEqualTo(50 * 256 / 16);
    assertThat(r.get("memory.bytes_requested")).isEqualTo(50L * 256 * 8);
    assertThat(device.occupancyRules().orElseThrow().limits().maximum()).isEqualTo(96);
  }

  @Test
  void anInstructionSetWithoutComputeShadersDispatchesNoWorkGroups() {
    assertThatThrownBy(() -> Catalogue.device("hd3870", "dispatch.mode", "compute"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has no compute shaders");
    assertThatThrownBy(
            () -> Catalogue.device("hd4870", "dispatch.mode", "pixel", "lds.emulate", "global"))
        .hasMessageContaining("kernels run as pixel shaders, which have no work-groups");
  }

  @Test
  void aBarrierIsRefusedByTheLine() {
    String text =
        ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k() {\n"
            + "  bar.sync 0;\n  ret;\n}\n";
    Kernel kernel = Kernels.ptx("k", text).get(0);
    for (Device device :
        new Device[] {
          Catalogue.device("hd2400"), Catalogue.device("hd4870", "dispatch.mode", "pixel")
        }) {
      assertThatThrownBy(() -> device.lower(kernel))
          .isInstanceOf(RefusalException.class)
          .hasMessageContaining(":5")
          .hasMessageContaining("pixel shaders have no barrier");
      assertThatThrownBy(() -> device.check(kernel)).isInstanceOf(RefusalException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hd2900xt, 262144, 1, true", // 8,192 rows of 8,192
    "hd2900xt, 262145, 1, false",
    "hd2900xt, 32, 8192, true",
    "hd2900xt, 33, 8192, false",
    "hd2900xt, 32, 8193, false",
    "hd4870, 32, 8192, true",
    "hd4870, 33, 8192, false",
    "hd5870, 64, 16384, true",
    "hd5870, 65, 16384, false"
  })
  void aLaunchIsLaidOutInRowsOfTheLargestRenderTarget(
      String id, int across, int down, boolean fits) {
    Device device = Catalogue.device(id, "dispatch.mode", "pixel");
    TeraScaleKernel code = (TeraScaleKernel) device.lower(Kernels.corpus("vecadd"));
    Geometry launch = new Geometry(across, down, 1, 256, 1, 1);
    if (fits) {
      assertThat(device.occupancy(code, launch, 0).groups()).isPositive();
    } else {
      assertThatThrownBy(() -> device.occupancy(code, launch, 0))
          .isInstanceOf(RefusalException.class)
          .hasMessageContaining("render target beyond");
    }
  }
}
