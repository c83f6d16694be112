// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RowTicksTest {
  private final RowTicks ticks = new RowTicks(3, 2);

  @Test
  void rowsWithoutTimeAreZeroWhetherOtherRowsHaveTimeOrNot() {
    assertThat(ticks.get(2, 1)).isZero();
    ticks.add(RowTicks.NONE, 1, 4);
    assertThat(ticks.get(2, 1)).isZero();
    ticks.add(0, 1, 5);
    assertThat(ticks.get(2, 1)).isZero();
    assertThat(ticks.values()).containsExactly(0, 0, 0, 4, 0, 5, 0, 0, 0, 0);
  }

  @Test
  void valuesHaveAllRowsAlsoIfNoneHasTime() {
    assertThat(ticks.values()).hasSize(10).containsOnly(0);
  }

  @Test
  void sumsAreTheSameInEitherOrderOfTablesWithAndWithoutTimeOfCode() {
    RowTicks idle = new RowTicks(3, 2);
    idle.add(RowTicks.UNTOLD, 0, 1);
    ticks.add(2, 1, 7);
    RowTicks sum = new RowTicks(3, 2);
    sum.add(idle);
    sum.add(ticks);
    RowTicks other = new RowTicks(3, 2);
    other.add(ticks);
    other.add(idle);
    assertThat(sum.values()).isEqualTo(other.values());
    assertThat(sum.get(2, 1)).isEqualTo(7);
    assertThat(sum.get(RowTicks.UNTOLD, 0)).isEqualTo(1);
    sum.clear();
    assertThat(sum.values()).containsOnly(0);
  }

  @Test
  void aRowThatTheCodeLacksIsRefused() {
    assertThatThrownBy(() -> ticks.add(3, 0, 1)).hasMessage("time of row 3 of code of 3 rows");
    assertThatThrownBy(() -> ticks.get(3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
