// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyOptions;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters that do not fit each other are named, each with the value that would fit. */
class MisfitsTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final Conformance CONFORMANCE =
      new Conformance(CATALOGUE, StudyOptions.defaults());

  private static List<Misfit> of(DeviceSpec spec, String parameter) {
    return Misfits.of(spec, new Declared(spec, CATALOGUE.declares(spec))).stream()
        .filter(m -> m.parameter().equals(parameter))
        .toList();
  }

  @ParameterizedTest(name = "{0} with {1} {2}")
  @CsvSource({
    "a100, l1.misses, 8",
    "a100, l2.misses, 8",
    "a100, dram.read_queue, 4",
    "a100, network.response_rate, 4B/cycle",
    "a100, l2.read, 4B/cycle",
    "a100, memory.instructions, 2",
    "a100, unit.wavefronts, 16",
    "mi100, unit.wave_slots, 2",
    "mi210, l2.misses, 16",
  })
  void aParameterThatIsTooSmallIsNamedAndFitsWithTheValueThatIsNamed(
      String device, String parameter, String small) {
    DeviceSpec spec = CATALOGUE.spec(device);
    DeviceSpec changed = spec.with(parameter, small);
    List<Misfit> found = of(changed, parameter);
    assertThat(found).isNotEmpty();
    long needed = found.stream().mapToLong(Misfit::needed).max().getAsLong();
    assertThat(found).allSatisfy(m -> assertThat(m.text()).endsWith("; raise " + m.value()));
    String unit = small.replaceFirst("[0-9]+", "");
    assertThat(of(spec.with(parameter, needed + unit), parameter)).isEmpty();
  }

  @Test
  @DisplayName("boards of the catalogue are not said to have parameters that do not fit")
  void boardsFit() {
    assertThat(CATALOGUE.specs())
        .allSatisfy(spec -> assertThat(CONFORMANCE.misfits(spec)).isEmpty());
  }

  @Test
  @DisplayName("the sentence has the calculation")
  void theSentenceHasTheCalculation() {
    DeviceSpec spec = CATALOGUE.spec("a100").with("unit.wavefronts", "16");
    assertThat(of(spec, "unit.wavefronts"))
        .extracting(Misfit::text)
        .containsExactly(
            "a work-group of unit.group_size, 1024, has 32 wavefronts, and a unit holds 16; raise"
                + " unit.wavefronts to 32");
  }
}
