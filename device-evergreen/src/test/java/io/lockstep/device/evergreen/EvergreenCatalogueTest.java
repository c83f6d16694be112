// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

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
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every device of the catalogue: its specification loads, it lowers the corpus, it runs. */
class EvergreenCatalogueTest {
  private static final StatisticsRegistry DECLARED = SharedStatistics.with(new EvergreenProvider());

  @Test
  @DisplayName("the provider is found, with eight devices in order")
  void theProviderIsFoundWithEightDevicesInOrder() {
    assertThat(EvergreenProvider.class.getModule().getDescriptor().provides())
        .anyMatch(p -> p.providers().contains(EvergreenProvider.class.getName()));
    assertThat(
            EvergreenProvider.class.getResource(
                "/META-INF/services/" + DeviceProvider.class.getName()))
        .isNotNull();
    assertThat(new EvergreenProvider().catalogue())
        .extracting(s -> s.id())
        .containsExactly(
            "hd4870", "hd3870", "hd2900xt", "hd2400", "hd5870", "hd5770", "hd5450", "hd6870");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hd2900xt", "hd2400", "hd3870", "hd4870", "hd5870", "hd5770", "hd5450", "hd6870"})
  @DisplayName("all OpenCL kernels become programs that keep every rule, or are refused by name")
  void allOpenCLKernelsBecomeProgramsThatKeepEveryRule(String id) {
    Device device = Catalogue.device(id);
    int lowered = 0;
    boolean shares = id.matches("hd5.*|hd6.*");
    for (String name : Kernels.CORPUS) {
      Kernel kernel = Kernels.corpus(name);
      if (kernel.localBytes() > 0 && !shares) {
        assertThatThrownBy(() -> device.lower(kernel))
            .isInstanceOf(RefusalException.class)
            .hasMessageContaining("local memory")
            .hasMessageContaining(name);
        continue;
      }
      TeraScaleKernel code = (TeraScaleKernel) device.lower(kernel);
      assertThat(ProgramCheck.problems(code)).as(name).isEmpty();
      assertThat(code.assembly()).contains(name, "END_OF_PROGRAM");
      lowered++;
    }
    assertThat(lowered).isEqualTo(shares ? 20 : 12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hd2900xt", "hd2400", "hd3870", "hd4870", "hd5870", "hd5770", "hd5450", "hd6870"})
  @DisplayName("a small launch runs to its end, with statistics that the table knows")
  void aSmallLaunchRunsToItsEnd(String id) {
    Device device = Catalogue.device(id);
    Launches.Result r = Launches.run(device, Kernels.copy(false), 50, 256, 4, 4);
    assertThat(r.get("work_groups")).isEqualTo(50);
    assertThat(r.get("work_item_instructions")).isEqualTo(50L * 256 * 5);
    assertThat(r.get("memory.bytes_requested")).isEqualTo(50L * 256 * 8);
    assertThat(r.get("dram.bytes")).isGreaterThanOrEqualTo(50L * 256 * 8);
    List<String> unknown =
        r.statistics().keySet().stream().filter(n -> DECLARED.find(n).isEmpty()).toList();
    assertThat(unknown).isEmpty();
  }

  @Test
  @DisplayName("R700 has no bit field operations: shifts stand in for them")
  void r700HasNoBitFieldOperations() {
    Kernel bits = Kernels.corpus("aeslut");
    String evergreen = ((TeraScaleKernel) Catalogue.device("hd5870").lower(bits)).assembly();
    assertThat(evergreen).contains("BFE_UINT");
    Device hd4870 = Catalogue.device("hd4870");
    Kernel chain = Kernels.chains(Op.MAD, Type.I32, 1, 4);
    assertThat(((TeraScaleKernel) hd4870.lower(chain)).assembly()).doesNotContain("BFE");
    assertThat(hd4870.capabilities().atomics()).isEmpty();
  }

  @Test
  @DisplayName(
      "local memory that is not emulated is not a figure that another instruction set refuses")
  void localMemoryThatIsNotEmulatedIsNoFigureThatAnotherInstructionSetRefuses() {
    assertThat(Catalogue.device("hd4870", "unit.isa", "evergreen")).isNotNull();
    assertThat(Catalogue.device("hd5870", "lds.emulate", "none")).isNotNull();
    assertThatThrownBy(
            () -> Catalogue.device("hd4870", "lds.emulate", "global", "unit.isa", "evergreen"))
        .hasMessageContaining("lds.emulate = global is impossible");
  }
}
