// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArithmeticLoweringTest {
  @Test
  void everyPortableOperationIsSelectedOrRefused() {
    assertThat(ArithmeticLowering.TABLE.missing()).isEmpty();
  }
}
