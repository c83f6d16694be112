// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Orders of memory accesses as numbers of files. */
class MemoryOrderTest {
  @Test
  @DisplayName("every order has a number of its own, and the unsaid one is 0")
  void roundTripsItsNumber() {
    for (MemoryOrder.Order order : MemoryOrder.Order.values()) {
      for (MemoryOrder.Scope scope : MemoryOrder.Scope.values()) {
        MemoryOrder one = new MemoryOrder(order, scope);
        assertThat(MemoryOrder.of(one.code())).isEqualTo(one);
      }
    }
    assertThat(MemoryOrder.UNSAID.code()).isZero();
    for (int code : new int[] {-1, 3, 19, 20}) {
      assertThatThrownBy(() -> MemoryOrder.of(code)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
