// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import static io.lockstep.device.g80.memory.Transactions.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The published examples of the CUDA C Best Practices Guide 4.2, devices of capability 1.2 and 1.3.
 */
class Cc12CoalescingTest {
  private final CoalescingRule rule = new Cc12Coalescing(16);

  @Test
  @DisplayName("sequential and aligned: one 64-byte transaction, in any order of lanes")
  void alignedWordsAreOne64ByteTransactionInAnyOrderOfLanes() {
    assertThat(of(rule, 4, lane -> 128 + 4 * lane)).containsExactly("128+64");
    assertThat(of(rule, 4, lane -> 128 + 4 * (lane ^ 1))).containsExactly("128+64");
  }

  @Test
  @DisplayName("one word off inside a 128-byte segment: one 128-byte transaction")
  void insideSegment() {
    assertThat(of(rule, 4, lane -> 132 + 4 * lane)).containsExactly("128+128");
  }

  @Test
  @DisplayName("across a 128-byte line: 64 bytes of one, 32 of the next")
  void wordsAcrossALineTake64BytesOfOneAnd32OfTheNext() {
    assertThat(of(rule, 4, lane -> 256 - 48 + 4 * lane)).containsExactly("192+64", "256+32");
  }

  @Test
  @DisplayName("a stride of two words on GTX 280: one 128-byte transaction a half-warp")
  void strideTwo() {
    assertThat(of(rule, 4, lane -> 8 * lane)).containsExactly("0+128");
  }

  @Test
  @DisplayName("equal addresses merge into the smallest segment")
  void equalAddressesMergeIntoTheSmallestSegment() {
    assertThat(of(rule, 4, lane -> 1000)).containsExactly("992+32");
    Access access = new Access();
    access.setAffine(-1L >>> 32, 32, 4, 1000, 0);
    assertThat(of(rule, access, 0)).containsExactly("992+32");
  }

  @Test
  @DisplayName("bytes have 32-byte segments, 16-bit words 64-byte ones, wider elements 128")
  void segmentsGrowWithTheSizeOfElements() {
    assertThat(of(rule, 1, lane -> 16 + 2 * lane)).containsExactly("0+32", "32+32");
    assertThat(of(rule, 2, lane -> 32 + 4 * lane)).containsExactly("32+32", "64+32");
    assertThat(of(rule, 2, lane -> 4 * lane)).containsExactly("0+64");
    assertThat(of(rule, 8, lane -> 8 * lane)).containsExactly("0+128");
    assertThat(of(rule, 16, lane -> 16 * lane)).containsExactly("0+128", "128+128");
  }

  @Test
  @DisplayName("a half-warp without an active lane makes no request")
  void aHalfWarpWithoutAnActiveLaneMakesNoRequest() {
    assertThat(of(rule, 4, lane -> Transactions.IDLE)).isEmpty();
  }

  @Property(tries = 2000)
  @Label("the closed form gives the transactions of the rule as written, in its order")
  void closedForm(
      @ForAll @IntRange(min = 0, max = 4) int size,
      @ForAll @IntRange(min = 0, max = 1000) int origin,
      @ForAll @IntRange(min = -40, max = 80) int stride) {
    int bytes = 1 << size;
    Access access = new Access();
    access.setAffine(0xFFFF_FFFFL, 32, bytes, 1 << 20 | (long) origin * bytes, stride * bytes);
    for (int half = 0; half < 32; half += 16) {
      List<String> byLane = new ArrayList<>();
      access.window(half, 16);
      Cc12Coalescing.byLane(access, (a, n) -> byLane.add(a + "+" + n));
      assertThat(of(rule, access, half)).isEqualTo(byLane);
    }
  }
}
