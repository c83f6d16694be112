// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.InstructionRates;
import io.lockstep.testsupport.InstructionRates.Shape;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every class of instructions on a board of each capability beside NVIDIA's table of throughput;
 * {@code -Dlockstep.write.docs=true} writes the table into the documentation.
 */
@Tag("slow")
class InstructionRatesTest {
  private static final String HEADER = ".version 8.5\n.target sm_80\n.address_size 64";
  private static final String[] ONE_MULTIPROCESSOR = {
    "unit.count=1",
    "unit.engines=1",
    "unit.per_cluster=1",
    "l2.partitions=1",
    "l0.latency=0cycles",
    "instruction_cache.latency=0cycles"
  };

  @Test
  @DisplayName("all classes have the published rates, or a sentence that says why not")
  void allClassesHaveThePublishedRates() {
    InstructionRates rates =
        new InstructionRates(
            getClass().getResourceAsStream("instruction-rates.txt"),
            HEADER,
            List.of("7.0", "7.5", "8.0", "8.6", "8.9", "9.0", "12.0"));
    List<Board> boards =
        Stream.of("v100", "t4", "a100", "rtx3080", "rtx4090", "h100_sxm", "rtx5090")
            .map(device -> new Board(device, ONE_MULTIPROCESSOR))
            .toList();
    rates.measure(boards, new Shape(1, 1024), new Shape(8, 128));
    List<String> page = rates.page("NVIDIA");
    assertThat(rates.wrong()).isEmpty();
    assertThat(page.get(0)).isEqualTo(page.get(1));
  }
}
