// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Eight warps of two sub-partitions: even ones and odd ones. */
class WarpOrderTest {
  private final WarpOrder order = new WarpOrder(8, 2);
  private final BitSet taken = new BitSet();

  private int place() {
    int warp = order.place(w -> !taken.get(w));
    taken.set(warp);
    return warp;
  }

  private void remove(int warp) {
    order.remove(warp);
    taken.clear(warp);
  }

  private int[] oldestFirst(int partition) {
    int from = order.first(partition);
    return java.util.Arrays.copyOfRange(order.order, from, from + order.count[partition]);
  }

  @Test
  void warpsGoToTheSubPartitionWithTheFewestTheFirstOfEqualOnes() {
    for (int warp = 0; warp < 8; warp++) {
      assertThat(place()).isEqualTo(warp);
      assertThat(order.partition(warp)).isEqualTo(warp % 2);
    }
    assertThat(oldestFirst(0)).containsExactly(0, 2, 4, 6);
    assertThat(oldestFirst(1)).containsExactly(1, 3, 5, 7);
    for (int warp : new int[] {0, 1, 3, 2, 5}) {
      order.isFirst(warp);
      remove(warp);
    }
    assertThat(order.count).containsExactly(2, 1);
    assertThat(place()).isEqualTo(1); // the lowest free slot of the emptier one
    assertThat(oldestFirst(1)).containsExactly(7, 1);
    assertThat(place()).isEqualTo(0);
  }

  @Test
  void theOrderOfOthersStaysWhenAWarpLeaves() {
    for (int warp = 0; warp < 8; warp++) {
      order.isFirst(place());
    }
    remove(2);
    assertThat(oldestFirst(0)).containsExactly(0, 4, 6);
    remove(6);
    assertThat(oldestFirst(0)).containsExactly(0, 4);
    remove(0);
    assertThat(oldestFirst(0)).containsExactly(4);
    assertThat(oldestFirst(1)).containsExactly(1, 3, 5, 7);
  }

  @Test
  void theFirstWarpThatStartsInASubPartitionIsTold() {
    for (int warp = 0; warp < 4; warp++) {
      place();
    }
    assertThat(order.isFirst(0)).isTrue();
    assertThat(order.isFirst(1)).isTrue();
    assertThat(order.isFirst(2)).isFalse();
    remove(0);
    remove(2);
    assertThat(order.isFirst(place())).isTrue();
  }

  @Test
  void theWarpOfTheLastIssueIsForgottenWhenItLeaves() {
    place();
    place();
    assertThat(order.last).containsOnly(WarpOrder.NONE);
    order.last[0] = 0;
    order.last[1] = 1;
    order.isFirst(0);
    remove(0);
    assertThat(order.last).containsExactly(WarpOrder.NONE, 1);
  }
}
