// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import org.junit.jupiter.api.Test;

/** Sets of one line of 16 constants or of two that follow each other, which a clause locks. */
class ConstantLinesTest {
  private final AluClauseLimit limit = new AluClauseLimit(4, 2);

  /** A move of the first word of a line. */
  private static Bundle reading(int bank, int line) {
    Bundle bundle = new Bundle();
    bundle.add(new MachineOp("MOV", Unit.ANY, new int[] {0}, Source.constant(bank, 64 * line)));
    bundle.place(new int[] {1}, new int[] {0});
    return bundle;
  }

  private boolean takes(int bank, int line) {
    boolean locks = limit.locks(reading(bank, line));
    if (locks) {
      limit.add(reading(bank, line));
    }
    return locks;
  }

  @Test
  void twoSetsHoldFourLinesOfNeighbours() {
    assertThat(takes(0, 3)).isTrue();
    assertThat(takes(0, 2)).isTrue(); // before the first
    assertThat(takes(5, 0)).isTrue();
    assertThat(takes(5, 1)).isTrue(); // behind it
    assertThat(takes(0, 3)).isTrue();
    assertThat(takes(0, 4)).isFalse();
    assertThat(takes(5, 2)).isFalse();
  }

  @Test
  void linesApartTakeASetEach() {
    assertThat(takes(0, 0)).isTrue();
    assertThat(takes(0, 7)).isTrue();
    assertThat(takes(1, 0)).isFalse();
    limit.reset();
    assertThat(takes(1, 0)).isTrue();
  }
}
