// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lds;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.lds.LdsBanks.Groups;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Published examples: ROCm Compute Profiler LDS tutorial (MI250), composable_kernel bank groups.
 */
class LdsBanksTest {
  private final LdsBanks rule = banks(4, 32, 32);

  /** Groups as on CDNA, with a number of banks for elements of 128 bits. */
  private static LdsBanks banks(int width, int banks, int wide) {
    return new LdsBanks(
        width, new Groups(32, banks, 0), new Groups(16, banks, 0), new Groups(8, wide, 20));
  }

  private int clocks(int bytes, long mask, LongUnaryOperator address, Operation operation) {
    Access a = new Access();
    for (int lane = 0; lane < 64; lane++) {
      a.addresses()[lane] = address.applyAsLong(lane);
    }
    a.setScattered(mask, 64, bytes);
    return rule.clocks(a, operation);
  }

  private int affine(int bytes, long stride) {
    Access a = new Access();
    a.setAffine(-1L, 64, bytes, 0, stride);
    return rule.clocks(a, Operation.LOAD);
  }

  @ParameterizedTest(name = "{0} active lanes at stride 128 bytes take one clock more than lanes")
  @ValueSource(ints = {1, 2, 8, 20})
  void lanesAtStride128TakeOneClockMoreThanTheirNumber(int lanes) {
    int clocks = clocks(4, (1L << lanes) - 1, lane -> 128 * lane, Operation.LOAD);
    assertThat(clocks).isEqualTo(lanes + 1);
    Access a = new Access();
    a.setAffine((1L << lanes) - 1, 64, 4, 0, 128);
    assertThat(clocks - rule.conflictFree(a)).isEqualTo(lanes - 1);
  }

  @Test
  @DisplayName("consecutive dwords: 2 clocks; one dword for all: broadcast, 2 clocks")
  void conflictFree() {
    assertThat(affine(4, 4)).isEqualTo(2);
    assertThat(affine(4, 0)).isEqualTo(2);
    assertThat(clocks(4, -1, lane -> 64, Operation.LOAD)).isEqualTo(2);
  }

  @Test
  @DisplayName("strides of 2, 4 … 32 dwords: degree 2, 4 … 32 in each half; odd strides none")
  void powerOfTwoStridesConflictAndOddStridesDoNot() {
    for (int s = 1; s <= 64; s++) {
      int stride = 4 * s;
      int degree = Math.min(32, Integer.lowestOneBit(s));
      assertThat(affine(4, stride)).as("stride %d", s).isEqualTo(2 * degree);
      assertThat(clocks(4, -1, lane -> (long) stride * lane, Operation.LOAD)).isEqualTo(2 * degree);
    }
  }

  @Test
  @DisplayName("a sequential float2 is free of conflict: 4 clocks")
  void aSequentialFloat2IsFreeOfConflict() {
    assertThat(clocks(8, -1, lane -> 8 * lane, Operation.LOAD)).isEqualTo(4);
  }

  @Test
  @DisplayName("a sequential float4 is free of conflict: 8 clocks, read or written")
  void aSequentialFloat4IsFreeOfConflict() {
    assertThat(clocks(16, -1, lane -> 16 * lane, Operation.LOAD)).isEqualTo(8);
    assertThat(clocks(16, -1, lane -> 16 * lane, Operation.STORE)).isEqualTo(8);
  }

  @Test
  @DisplayName("128-bit reads pair lanes 0-3 with 20-23: these may not share banks, 4-7 may")
  void wideReadGroups() {
    LongUnaryOperator clashing =
        lane -> lane >= 20 && lane < 24 ? 16 * (lane - 20) + 4096 : 16 * lane;
    assertThat(clocks(16, -1, clashing, Operation.LOAD)).isGreaterThan(8);
    LongUnaryOperator free = lane -> lane >= 4 && lane < 8 ? 16 * (lane + 16) + 4096 : 16 * lane;
    int inOtherGroup = clocks(16, 0xFFL, free, Operation.LOAD);
    assertThat(inOtherGroup).isEqualTo(8);
  }

  @Test
  @DisplayName("atomics of all lanes on one dword take turns")
  void atomicsOnOneAddress() {
    assertThat(clocks(4, -1, lane -> 64, Operation.ATOMIC)).isEqualTo(64);
    assertThat(clocks(4, -1, lane -> 4 * lane, Operation.ATOMIC)).isEqualTo(2);
  }

  @Test
  void twoDwordsOfABankOfEightBytesAreReadTogether() {
    LdsBanks wide = banks(8, 32, 32);
    Access a = new Access();
    a.setAffine(-1L, 64, 4, 0, 128);
    assertThat(rule.clocks(a, Operation.LOAD)).isEqualTo(64);
    assertThat(wide.clocks(a, Operation.LOAD)).isEqualTo(32);
    for (int lane = 0; lane < 64; lane++) {
      a.addresses()[lane] = lane % 2 * 4 + lane / 2 * 128;
    }
    a.setScattered(-1L, 64, 4);
    assertThat(rule.clocks(a, Operation.LOAD)).isEqualTo(32);
    assertThat(wide.clocks(a, Operation.LOAD)).isEqualTo(16);
  }

  @Test
  void anInstructionUsesTheBanksAndTheLanesThatItsWidthHas() {
    Access a = new Access();
    for (int lane = 0; lane < 64; lane++) { // every other four words: half of 32 banks
      a.addresses()[lane] = 32L * lane;
    }
    a.setScattered(-1L, 64, 16);
    assertThat(banks(4, 32, 32).clocks(a, Operation.STORE)).isEqualTo(16);
    assertThat(banks(4, 32, 64).clocks(a, Operation.STORE)).isEqualTo(8);
    a.setScattered(-1L, 64, 4);
    assertThat(banks(4, 32, 64).clocks(a, Operation.STORE)).isEqualTo(16);
    Groups[] halves = {new Groups(16, 32, 0), new Groups(16, 32, 0), new Groups(8, 32, 0)};
    LdsBanks narrow = new LdsBanks(4, halves);
    assertThat(narrow.clocks(a, Operation.STORE)).isEqualTo(16);
    a.setAffine(-1L, 64, 4, 0, 8);
    assertThat(narrow.clocks(a, Operation.LOAD)).isEqualTo(4);
    assertThat(banks(4, 32, 32).clocks(a, Operation.LOAD)).isEqualTo(4);
    assertThat(banks(4, 64, 64).clocks(a, Operation.LOAD)).isEqualTo(2);
  }

  @Test
  void noAccessTakesFewerClocksThanWithoutConflicts() {
    Random random = new Random(74);
    for (int k = 0; k < 20_000; k++) {
      int bytes = 1 << random.nextInt(5);
      long step = bytes * (long) random.nextInt(3);
      int spread = 1 + random.nextInt(64);
      Access a = new Access();
      for (int lane = 0; lane < 64; lane++) {
        a.addresses()[lane] = step * lane + (long) bytes * random.nextInt(spread);
      }
      a.setScattered(random.nextBoolean() ? -1 : random.nextLong(), 64, bytes);
      for (Operation operation : Operation.values()) {
        int clocks = rule.clocks(a, operation);
        assertThat(clocks).as("%s %s", k, operation).isGreaterThanOrEqualTo(rule.conflictFree(a));
      }
    }
  }
}
