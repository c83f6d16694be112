// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.InstructionRates;
import io.lockstep.testsupport.InstructionRates.Shape;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every class of instructions beside the clocks of the CUDA Programming Guide; {@code
 * -Dlockstep.write.docs=true} writes the table into the documentation.
 */
@Tag("slow")
class InstructionRatesTest {
  private static final String[] ONE_MULTIPROCESSOR = {
    "texture.sharing=1", "unit.per_cluster=1", "unit.count=1"
  };
  private static final String HEADER = ".version 1.4\n.target sm_13\n.address_size 64";

  @Test
  @DisplayName("all classes have the published rates, or a sentence that says why not")
  void allClassesHaveThePublishedRates() {
    InstructionRates rates =
        new InstructionRates(
            getClass().getResourceAsStream("instruction-rates.txt"), HEADER, List.of("1.0", "1.3"));
    List<Board> boards =
        Stream.of("8800gtx", "gtx280")
            .map(device -> Board.withCodeAtHand(device, ONE_MULTIPROCESSOR))
            .toList();
    rates.measure(boards, new Shape(1, 512), new Shape(6, 128));
    List<String> page = rates.page("Tesla");
    assertThat(rates.wrong()).isEmpty();
    assertThat(page.get(0)).isEqualTo(page.get(1));
  }
}
