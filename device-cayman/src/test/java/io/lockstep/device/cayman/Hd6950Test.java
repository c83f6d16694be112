// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.board.SharedStatistics;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.record.Geometry;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cayman Pro, and what both devices of the module promise. */
class Hd6950Test {
  private static final StatisticsRegistry DECLARED = SharedStatistics.with(new CaymanProvider());

  private final Device device = Catalogue.device("hd6950");

  @Test
  @DisplayName("22 compute units at 800 MHz: 22/24 of the XT's rate a clock")
  void twentyTwoComputeUnitsHave22Of24PartsOfTheXtsRate() {
    Kernel kernel = Kernels.chains(Op.FMA, Type.F32, 1, 512);
    double pro = 110 / (double) Launches.run(device, kernel, 110, 256, 4).cycles();
    double xt =
        120 / (double) Launches.run(Catalogue.device("hd6970"), kernel, 120, 256, 4).cycles();
    assertThat(pro / xt).isCloseTo(22.0 / 24, Percentage.withPercentage(1));
    assertThat(device.clockHertz()).isEqualTo(800_000_000L);
  }

  @Test
  @DisplayName("512 wavefronts on 22 compute units: 23 each")
  void eachOf22ComputeUnitsHolds23Wavefronts() {
    assertThat(
            device
                .occupancy(
                    device.lower(Kernels.corpus("vecadd")), new Geometry(1000, 1, 1, 64, 1, 1), 0)
                .maximum())
        .isEqualTo(23);
  }

  @Test
  @DisplayName("signed 24-bit products came with Cayman; lane operations never did")
  void signed24BitProductsCameWithCayman() {
    assertThatThrownBy(
            () ->
                device.occupancy(
                    device.lower(Kernels.corpus("vecadd")), new Geometry(1, 1, 1, 300, 1, 1), 0))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("300");
    assertThat(device.capabilities().doublePrecision()).isTrue();
  }

  @Test
  @DisplayName("the provider is found, with two devices")
  void theProviderIsFoundWithTwoDevices() {
    assertThat(CaymanProvider.class.getModule().getDescriptor().provides())
        .anyMatch(p -> p.providers().contains(CaymanProvider.class.getName()));
    assertThat(
            CaymanProvider.class.getResource(
                "/META-INF/services/" + DeviceProvider.class.getName()))
        .isNotNull();
    assertThat(new CaymanProvider().catalogue())
        .extracting(s -> s.id())
        .containsExactly("hd6970", "hd6950");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd6970", "hd6950"})
  @DisplayName("all OpenCL kernels become programs that keep every rule")
  void allOpenCLKernelsBecomeProgramsThatKeepEveryRule(String id) {
    Device each = Catalogue.device(id);
    for (String name : Kernels.CORPUS) {
      TeraScaleKernel code = (TeraScaleKernel) each.lower(Kernels.corpus(name));
      assertThat(ProgramCheck.problems(code)).as(name).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd6970", "hd6950"})
  @DisplayName("a small launch runs to its end, with statistics that the table knows")
  void aSmallLaunchRunsToItsEnd(String id) {
    Launches.Result r = Launches.run(Catalogue.device(id), Kernels.copy(true), 50, 256, 4, 4, 4);
    assertThat(r.get("work_groups")).isEqualTo(50);
    assertThat(r.statistics().keySet()).allMatch(n -> DECLARED.find(n).isPresent());
  }
}
