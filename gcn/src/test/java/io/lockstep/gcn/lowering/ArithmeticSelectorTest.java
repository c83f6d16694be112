// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArithmeticSelectorTest {
  @Test
  void everyPortableOperationIsSelectedOrRefused() {
    assertThat(ArithmeticSelector.TABLE.missing()).isEmpty();
  }
}
