// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lds;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The statements of AMD's OpenCL guide, chapter 4, on a wavefront of 64 (32 on the low end). */
class BankConflictsTest {
  private final BankConflicts rule = new BankConflicts(32, 64);

  private static Access lanes(int width, int bytes, long mask, LongUnaryOperator address) {
    Access access = new Access();
    for (int lane = 0; lane < width; lane++) {
      access.addresses()[lane] = address.applyAsLong(lane);
    }
    access.setScattered(mask, width, bytes);
    return access;
  }

  private int clocks(int bytes, LongUnaryOperator address) {
    return rule.clocks(lanes(64, bytes, -1L, address), Operation.LOAD);
  }

  @Test
  @DisplayName("consecutive words: 32 requests a clock, so 64 lanes take two")
  void consecutiveWordsTakeTwoClocks() {
    assertThat(clocks(4, lane -> 4 * lane)).isEqualTo(2);
  }

  @Test
  @DisplayName("all 64 lanes on one bank with different addresses take 64 clocks")
  void oneBank() {
    assertThat(clocks(4, lane -> 128 * lane)).isEqualTo(64);
  }

  @Test
  @DisplayName("all lanes on one address: broadcast, no conflict")
  void oneAddressIsBroadcastToAllLanes() {
    assertThat(clocks(4, lane -> 40)).isEqualTo(2);
  }

  @Test
  @DisplayName("float2 a lane in sequence is conflict free")
  void float2ALaneInSequenceIsConflictFree() {
    assertThat(clocks(8, lane -> 8 * lane)).isEqualTo(4);
    assertThat(rule.conflictFree(lanes(64, 8, -1L, lane -> 8 * lane))).isEqualTo(4);
  }

  @Test
  @DisplayName("two words a lane are looked at by quarters: other banks of the next do not help")
  void twoWordsALaneAreLookedAtByQuarters() {
    // Each quarter has two banks to itself and hits them 16 deep.
    assertThat(clocks(8, lane -> 128 * lane + 8 * (lane / 16))).isEqualTo(4 * 16);
  }

  @Test
  @DisplayName("float4 a lane in sequence has half the bandwidth")
  void float4ALaneInSequenceHasHalfTheBandwidth() {
    int taken = clocks(16, lane -> 16 * lane);
    assertThat(taken).isEqualTo(2 * rule.conflictFree(lanes(64, 16, -1L, lane -> 16 * lane)));
  }

  @Test
  @DisplayName("a byte costs the request of a word: neighbours in one word share it")
  void aByteCostsTheRequestOfAWord() {
    assertThat(clocks(1, lane -> lane)).isEqualTo(2);
  }

  @Test
  @DisplayName("stride 2 conflicts two ways, an odd stride not at all")
  void stride2ConflictsTwoWaysAndOddStridesNotAtAll() {
    assertThat(clocks(4, lane -> 8 * lane)).isEqualTo(4);
    assertThat(clocks(4, lane -> 12 * lane)).isEqualTo(2);
    assertThat(clocks(4, lane -> 4 * 17 * lane)).isEqualTo(2);
  }

  @Test
  @DisplayName("atomics on one word follow each other: no broadcast")
  void atomicsOnOneWordFollowEachOther() {
    assertThat(rule.clocks(lanes(64, 4, -1L, lane -> 0), Operation.ATOMIC)).isEqualTo(64);
    assertThat(rule.clocks(lanes(64, 4, 0xFL, lane -> 0), Operation.ATOMIC)).isEqualTo(4 + 1);
    Access affine = new Access();
    affine.setAffine(-1L, 64, 4, 0, 0);
    assertThat(rule.clocks(affine, Operation.ATOMIC)).isEqualTo(64);
  }

  @Test
  @DisplayName("the low end has 16 banks: a stride of 16 words is one bank")
  void sixteenBanks() {
    BankConflicts low = new BankConflicts(16, 32);
    assertThat(low.clocks(lanes(32, 4, -1L >>> 32, lane -> 4 * lane), Operation.LOAD)).isEqualTo(2);
    assertThat(low.clocks(lanes(32, 4, -1L >>> 32, lane -> 64 * lane), Operation.LOAD))
        .isEqualTo(32);
  }

  @Test
  @DisplayName("the bundle's four cycles hide two-way conflicts of single reads; the rest stalls")
  void theBundlesFourCyclesHideTwoWayConflictsOfSingleReads() {
    assertThat(BankConflicts.stall(2, 1, 4)).isZero();
    assertThat(BankConflicts.stall(4, 1, 4)).isZero();
    assertThat(BankConflicts.stall(8, 1, 4)).isEqualTo(4);
    assertThat(BankConflicts.stall(64, 1, 4)).isEqualTo(60);
    assertThat(BankConflicts.stall(16, 2, 4)).isEqualTo(8);
  }

  @Property(tries = 300)
  @Label("the closed form for strides equals counting banks lane by lane")
  void closedForm(@ForAll @IntRange(min = -80, max = 80) int stride, @ForAll boolean bytes) {
    long step = bytes ? stride : 4L * stride;
    Access affine = new Access();
    affine.setAffine(-1L, 64, 4, 1 << 16, step);
    int closed = rule.clocks(affine, Operation.LOAD);
    int counted = 0;
    for (int half = 0; half < 2; half++) {
      counted += busiest(half, step);
    }
    assertThat(closed).isEqualTo(counted);
  }

  private static int busiest(int half, long step) {
    long[] words = new long[32];
    for (int k = 0; k < 32; k++) {
      words[k] = ((1 << 16) + (32L * half + k) * step) / 4;
    }
    int[] perBank = new int[32];
    Arrays.stream(words).distinct().forEach(w -> perBank[(int) (w & 31)]++);
    return Arrays.stream(perBank).max().getAsInt();
  }

  @Property(tries = 300)
  @Label("random addresses: never below conflict-free, never above one clock a lane")
  void randomAddressesTakeNoLessThanWithoutConflicts(
      @ForAll @Size(64) int[] offsets, @ForAll long mask) {
    Access access = lanes(64, 4, mask, lane -> offsets[(int) lane] & 0x7FFC);
    int clocks = rule.clocks(access, Operation.LOAD);
    assertThat(clocks).isBetween(2, Math.max(2, Long.bitCount(mask) + 1));
  }
}
