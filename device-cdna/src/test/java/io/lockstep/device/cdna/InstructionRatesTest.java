// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.CatalogueBoard;
import io.lockstep.testsupport.InstructionRates;
import io.lockstep.testsupport.InstructionRates.Shape;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every class of instructions beside published rates; {@code -Dlockstep.write.docs=true} writes the
 * table into the documentation.
 */
@Tag("slow")
class InstructionRatesTest {
  private static final String HEADER = ".version 6.0\n.target sm_60\n.address_size 64";

  @Test
  @DisplayName("all classes have the published rates, or a sentence that says why not")
  void allClassesHaveThePublishedRates() {
    InstructionRates rates =
        new InstructionRates(
            getClass().getResourceAsStream("instruction-rates.txt"),
            HEADER,
            List.of("gfx908", "gfx90a", "gfx942"));
    List<CatalogueBoard> boards =
        Stream.of("mi100", "mi210", "mi300a")
            .map(
                id ->
                    new CatalogueBoard(new CdnaProvider(), id, "instruction_cache.latency=0cycles"))
            .toList();
    rates.measure(boards, new Shape(1, 1024), new Shape(1, 1024));
    List<String> page = rates.page("CDNA");
    assertThat(rates.wrong()).isEmpty();
    assertThat(page.get(0)).isEqualTo(page.get(1));
  }
}
