// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SpillSlotsTest {
  @Test
  @DisplayName("spilled values follow the kernel's variables, aligned, in the order of numbers")
  void spilledValuesFollowTheKernelsVariables() {
    BitSet spilled = new BitSet();
    spilled.set(3);
    spilled.set(7);
    SpillSlots slots = new SpillSlots(13, spilled, v -> v == 3 ? 2 : 1);
    assertThat(slots.of(3)).isEqualTo(new SpillSlot(16, 8));
    assertThat(slots.of(7)).isEqualTo(new SpillSlot(24, 4));
    assertThat(slots.of(4)).isNull();
    assertThat(slots.bytes()).isEqualTo(12);
    assertThat(slots.privateBytes()).isEqualTo(28);
  }

  @Test
  @DisplayName("without spilled values private memory keeps its size")
  void withoutSpilledValuesPrivateMemoryKeepsItsSize() {
    SpillSlots slots = new SpillSlots(13, new BitSet(), v -> 1);
    assertThat(slots.bytes()).isZero();
    assertThat(slots.privateBytes()).isEqualTo(13);
  }
}
