// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageRingTest {
  @Property(tries = 200)
  void messagesComeOutAsTheyWentInHoweverOftenTheRingGrowsOrIsEmpty(
      @ForAll @IntRange(min = 30, max = 60) int adds, @ForAll long seed) {
    MessageRing ring = new MessageRing();
    ArrayDeque<long[]> reference = new ArrayDeque<>();
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      if (random.nextInt(100) < adds) {
        long[] message = {random.nextLong(), random.nextLong(), random.nextInt(1000)};
        ring.add(message[0], message[1], message[2]);
        reference.addLast(message);
      } else if (!reference.isEmpty()) {
        long[] oldest = reference.removeFirst();
        assertThat(new long[] {ring.first(), ring.second(), ring.tick()}).isEqualTo(oldest);
        ring.drop();
      }
      assertThat(ring.size()).isEqualTo(reference.size());
      assertThat(ring.isEmpty()).isEqualTo(reference.isEmpty());
      if (!reference.isEmpty()) {
        assertThat(ring.lastFirst()).isEqualTo(reference.getLast()[0]);
        assertThat(ring.lastSecond()).isEqualTo(reference.getLast()[1]);
      }
    }
  }

  @Test
  @DisplayName("the youngest message is extended; its tick only moves on")
  void theYoungestMessageIsExtendedItsTickOnlyMovesOn() {
    MessageRing ring = new MessageRing();
    ring.add(1, 2, 30);
    ring.add(4, 5, 60);
    ring.extendLast(7, 50);
    assertThat(ring.second()).isEqualTo(2);
    ring.drop();
    assertThat(new long[] {ring.first(), ring.second(), ring.tick()}).containsExactly(4, 7, 60);
    ring.extendLast(8, 70);
    assertThat(ring.tick()).isEqualTo(70);
  }
}
