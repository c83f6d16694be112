// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArithmeticTest {
  @Test
  void everyPortableOperationIsSelectedOrRefused() {
    assertThat(SelectionTable.TABLE.missing()).isEmpty();
  }
}
