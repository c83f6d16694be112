// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.matrix.MfmaShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of docs/matrix.md against the specifications. */
class MatrixPageTest {
  private static final Path FILE = Path.of("..", "docs", "matrix.md");

  /** Devices by the column in which the page has their clocks. */
  private static final List<List<String>> COLUMNS =
      List.of(List.of("mi100"), List.of("mi210", "mi250x"), List.of("mi300a", "mi300x"));

  private static final int FIRST = 5; // column, from 1

  @ParameterizedTest
  @EnumSource(MfmaShape.class)
  void thePageHasTheBlocksAndThePassesOfEveryInstruction(MfmaShape shape) throws IOException {
    String[] row =
        Files.readAllLines(FILE).stream()
            .filter(line -> line.startsWith("| `" + shape.text() + "` |"))
            .findFirst()
            .orElse("")
            .split("\\|", -1);
    String blocks = shape.blocks() == 1 ? "" : shape.blocks() + " of ";
    assertThat(row).as("its row").hasSizeGreaterThan(FIRST + COLUMNS.size());
    assertThat(row[2].strip())
        .isEqualTo(blocks + shape.rows() + " × " + shape.rows() + " × " + shape.depth());
    for (int k = 0; k < COLUMNS.size(); k++) {
      for (String device : COLUMNS.get(k)) {
        int clocks = Boards.unit(device).clocks(shape.ordinal());
        assertThat(row[FIRST + k].strip())
            .as(device)
            .isEqualTo(clocks == 0 ? "" : clocks / 4 + " (" + clocks + ")");
      }
    }
  }

  /** The page's sentence, from the calculator's details of each instruction. */
  @Test
  void theChipsHaveThePatternsOfLanesThatThePageSays() {
    assertThat(patterns("mi100")).isEqualTo(Boards.unit("mi100").shapes());
    assertThat(Boards.unit("mi210").shapes())
        .filteredOn(shape -> !patterns("mi210").contains(shape))
        .containsExactly(MfmaShape.F64_16X16X4F64, MfmaShape.F64_4X4X4F64);
    assertThat(Boards.unit("mi300x").shapes())
        .filteredOn(shape -> !patterns("mi300x").contains(shape))
        .allMatch(shape -> shape.blocks() == 1)
        .contains(MfmaShape.SMFMAC_I32_16X16X64_I8)
        .contains(MfmaShape.F32_32X32X8F16, MfmaShape.F32_16X16X8_XF32)
        .doesNotContain(MfmaShape.F32_32X32X2F32, MfmaShape.F64_16X16X4F64);
  }

  private static Set<MfmaShape> patterns(String device) {
    return Boards.unit(device).patterns();
  }
}
