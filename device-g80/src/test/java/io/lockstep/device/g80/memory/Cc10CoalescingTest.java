// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import static io.lockstep.device.g80.memory.Transactions.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The published examples of CUDA Programming Guide 1.1, figures 5-1 to 5-4, on one half-warp. */
class Cc10CoalescingTest {
  private final CoalescingRule rule = new Cc10Coalescing(16);

  @Test
  @DisplayName("figure 5-1, left: word k for lane k is one 64-byte transaction")
  void wordKForLaneKIsOne64ByteTransaction() {
    assertThat(of(rule, 4, lane -> 128 + 4 * lane)).containsExactly("128+64");
  }

  @Test
  @DisplayName("figure 5-1, right: idle lanes do not break it")
  void idleLanes() {
    assertThat(of(rule, 4, lane -> lane == 3 ? Transactions.IDLE : 128 + 4 * lane))
        .containsExactly("128+64");
  }

  @Test
  @DisplayName("figure 5-2, left: two lanes swapped cost sixteen")
  void twoSwappedLanesCostSixteenTransactions() {
    assertThat(of(rule, 4, lane -> 128 + 4 * (lane ^ 1))).hasSize(16);
  }

  @Test
  @DisplayName("figure 5-2, right: one word off cost sixteen")
  void oneWordOffCostsSixteenTransactions() {
    assertThat(of(rule, 4, lane -> 132 + 4 * lane)).hasSize(16);
  }

  @Test
  @DisplayName("figure 5-3: 12-byte elements are three scattered loads")
  void threeFloats() {
    assertThat(of(rule, 4, lane -> 12 * lane)).hasSize(16);
  }

  @Test
  @DisplayName("a float2 each is one 128-byte transaction, a float4 each two")
  void aFloat2EachIsOne128ByteTransaction() {
    assertThat(of(rule, 8, lane -> 256 + 8 * lane)).containsExactly("256+128");
    assertThat(of(rule, 16, lane -> 256 + 16 * lane)).containsExactly("256+128", "384+128");
  }

  @Test
  @DisplayName("bytes and 16-bit words never merge, and neither do equal addresses")
  void bytesAnd16BitWordsNeverMerge() {
    assertThat(of(rule, 1, lane -> lane)).hasSize(16).containsOnly("0+32");
    assertThat(of(rule, 2, lane -> 2 * lane)).hasSize(16);
    assertThat(of(rule, 4, lane -> 512)).hasSize(16).containsOnly("512+32");
  }

  @Test
  @DisplayName("a lane alone is coalesced if it stands where its lane belongs")
  void aLaneAloneIsCoalescedIfItStandsWhereItsLaneBelongs() {
    assertThat(of(rule, 4, lane -> lane == 5 ? 64 + 20 : Transactions.IDLE))
        .containsExactly("64+64");
    assertThat(of(rule, 4, lane -> lane == 5 ? 64 + 24 : Transactions.IDLE))
        .containsExactly("64+32");
  }

  @Test
  @DisplayName("a half-warp without an active lane makes no request")
  void aHalfWarpWithoutAnActiveLaneMakesNoRequest() {
    Access access = new Access();
    access.setAffine(0xFFFF_0000L, 32, 4, 0, 4);
    assertThat(of(rule, access, 0)).isEmpty();
    assertThat(of(rule, access, 16)).containsExactly("64+64");
  }
}
