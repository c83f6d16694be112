// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogicFormulaTest {
  private static int evaluate(LogicFormula f) {
    int[] sources = {0xF0, 0xCC, 0xAA};
    int[] o = f.operands().stream().mapToInt(LogicFormulaTest::evaluate).toArray();
    int result =
        switch (f.kind()) {
          case ZERO -> 0;
          case ONES -> -1;
          case SOURCE -> sources[f.source()];
          case NOT -> ~o[0];
          case AND -> o[0] & o[1];
          case OR -> o[0] | o[1];
          case XOR -> o[0] ^ o[1];
          case SELECT -> o[0] & o[1] | ~o[0] & o[2];
        };
    return result & 0xFF;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("the formula of every table has that table, and select only where there is one")
  void theFormulaOfEveryTableHasThatTable(boolean select) {
    for (int table = 0; table < 256; table++) {
      LogicFormula f = LogicFormula.of(table, select);
      assertThat(evaluate(f)).isEqualTo(table);
      assertThat(f.inOrder()).hasSize(f.operations());
      assertThat(
              select || f.inOrder().stream().noneMatch(o -> o.kind() == LogicFormula.Kind.SELECT))
          .isTrue();
      assertThat(LogicFormula.of(table, true).operations())
          .isLessThanOrEqualTo(LogicFormula.of(table, false).operations());
    }
  }

  @ParameterizedTest
  @DisplayName("known lengths: select, majority, parity, and, a source")
  @CsvSource({"0xCA, 1, 3", "0xE8, 2, 4", "0x96, 2, 2", "0x80, 2, 2", "0xF0, 0, 0", "0xB8, 1, 3"})
  void knownFunctionsHaveShortFormulas(String table, int withSelect, int without) {
    assertThat(LogicFormula.of(Integer.decode(table), true).operations()).isEqualTo(withSelect);
    assertThat(LogicFormula.of(Integer.decode(table), false).operations()).isEqualTo(without);
    assertThat(LogicFormula.of(Integer.decode(table), false).depth())
        .isEqualTo(Math.min(3, without));
  }
}
