package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.policy.Policy;
import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** NVIDIA, US patent 7,376,803, claim 1: the order of the conditions. */
class PageStreamTest {
  /** The memory of the tests of channels, with a policy. */
  private static DramChannel channel(DramPolicy policy, int bypasses) {
    Figures figures = Gddr3.figures().given("dram.bypasses", bypasses);
    Figures with =
        new Figures() {
          @Override
          public OptionalLong optional(String path) {
            return figures.optional(path);
          }

          @Override
          public <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
            return path.equals("dram.policy") ? Optional.of(kind.cast(policy)) : Optional.empty();
          }
        };
    return new DramChannel(DramConfig.of(with, 1_600_000_000L));
  }

  /** The order in which reads of banks and rows are served, after one of bank 0, row 1. */
  private static List<Integer> order(DramChannel dram, int[][] banksAndRows) {
    dram.enqueue(0, 1, 32, false, -1);
    dram.pick(0);
    return after(dram, banksAndRows);
  }

  private static List<Integer> after(DramChannel dram, int[][] banksAndRows) {
    long tick = 0;
    for (int i = 0; i < banksAndRows.length; i++) {
      dram.enqueue(banksAndRows[i][0], banksAndRows[i][1], 32, false, i);
    }
    List<Integer> order = new ArrayList<>();
    while (dram.waiting() > 0) {
      int served = dram.pick(tick);
      if (served == DramChannel.NONE) {
        tick = dram.nextPick(tick);
      } else {
        order.add(served);
      }
    }
    return order;
  }

  @Test
  @DisplayName("the same row and bank is first, then the same row of another bank, then the oldest")
  void theConditionsAreAskedInTheirOrder() {
    int[][] requests = {{3, 7}, {5, 1}, {0, 1}, {3, 7}};
    assertThat(order(channel(new PageStream(), 16), requests)).containsExactly(2, 1, 0, 3);
  }

  @Test
  @DisplayName("a row that is open in another bank is no reason, as it is for FR-FCFS")
  void aRowThatIsOpenInAnotherBankIsNoReason() {
    // Row 1 of bank 0 and row 9 of bank 2 are open, and row 9 was used last.
    int[][] requests = {{2, 9}, {4, 5}, {0, 1}};
    DramChannel stream = channel(new PageStream(), 16);
    DramChannel ready = channel(new FirstReady(), 16);
    for (DramChannel dram : List.of(stream, ready)) {
      dram.enqueue(0, 1, 32, false, 8);
      dram.pick(0);
      dram.enqueue(2, 9, 32, false, 9);
      dram.pick(0);
    }
    assertThat(after(stream, requests)).containsExactly(0, 1, 2);
    assertThat(after(ready, requests)).containsExactly(0, 2, 1);
  }

  @Test
  @DisplayName("the oldest request is overtaken so often and no more")
  void theOldestRequestIsOvertakenSoOftenAndNoMore() {
    int[][] requests = {{3, 7}, {0, 1}, {0, 1}, {0, 1}};
    assertThat(order(channel(new PageStream(), 2), requests)).containsExactly(1, 2, 0, 3);
  }
}
