// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What {@link LocalMemoryRule} and {@link CoalescingRule} declare for checks, which {@link
 * DeclaredRules} computes from the rule.
 */
class DeclaredRulesTest {
  private static final int BANKS = 32;

  /** Words of one bank are read one after the other; a function tells the bank of a word. */
  private record Banks(LongUnaryOperator bank) implements LocalMemoryRule {
    @Override
    public int clocks(Access access, Operation operation) {
      int[] words = new int[BANKS];
      Set<Long> seen = new HashSet<>();
      int most = 1;
      for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
        long word = access.address(lane) / Integer.BYTES;
        if (seen.add(word)) {
          most = Math.max(most, ++words[(int) bank.applyAsLong(word)]);
        }
      }
      return most;
    }

    @Override
    public int conflictFree(Access access) {
      return 1;
    }
  }

  /** A transaction for each sector of 32 bytes of a half-wavefront. */
  private static final class Sectored implements CoalescingRule {
    @Override
    public int lanesPerRequest() {
      return 16;
    }

    @Override
    public void coalesce(Access access, TransactionSink out) {
      Set<Long> sectors = new HashSet<>();
      for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
        if (sectors.add(access.address(lane) / 32)) {
          out.transaction(access.address(lane) / 32 * 32, 32);
        }
      }
    }
  }

  @Test
  @DisplayName("banks of words in turn conflict as often as the stride is a multiple of two")
  void banksInTurnConflictByPowersOfTwo() {
    assertThat(DeclaredRules.conflicts(new Banks(word -> word % BANKS), 32))
        .isEqualTo(
            Map.of(
                "local.conflict.1", 1.0,
                "local.conflict.2", 2.0,
                "local.conflict.4", 4.0,
                "local.conflict.8", 8.0,
                "local.conflict.16", 16.0,
                "local.conflict.32", 32.0));
  }

  @Test
  @DisplayName("swizzled banks conflict at another stride, which is declared, too")
  void swizzledBanksConflictElsewhere() {
    Map<String, Double> declared =
        DeclaredRules.conflicts(new Banks(word -> (word ^ word / BANKS) % BANKS), 32);
    assertThat(declared).hasSize(7).containsEntry("local.conflict.33", 13.0);
    LocalMemoryRule inTurn = new Banks(word -> word % BANKS);
    assertThat(DeclaredRules.clocks(inTurn, 32, 33)).isEqualTo(1);
    declared.remove("local.conflict.33");
    assertThat(declared.values()).allMatch(clocks -> clocks == 1);
  }

  @Test
  @DisplayName("transactions are counted over all requests of a wavefront")
  void transactionsAreThoseOfAllRequests() {
    assertThat(DeclaredRules.transactions(new Sectored(), 32))
        .isEqualTo(
            Map.of(
                "coalescing.stride.1", 4.0,
                "coalescing.stride.2", 8.0,
                "coalescing.stride.4", 16.0,
                "coalescing.stride.8", 32.0,
                "coalescing.stride.16", 32.0,
                "coalescing.stride.32", 32.0));
  }
}
