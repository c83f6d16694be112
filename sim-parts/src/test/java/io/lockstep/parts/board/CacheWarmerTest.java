// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.parts.dispatch.PlacementRule;
import io.lockstep.parts.wave.GroupLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheWarmerTest {
  private static final int SIZE = 40;

  @Test
  void joinsTheAccessesOfAGroupToAdjacentBytes() {
    List<String> ranges = new ArrayList<>();
    new GroupLines()
        .each(
            ToyUnit.record(3, SIZE),
            ToyUnit.plan(4, SIZE, 1),
            (address, bytes, writes) -> ranges.add(address + " " + bytes + " " + writes));
    assertThat(ranges).containsExactly("480 160 false", (1 << 20) + 480 + " 160 true");
  }

  @Test
  void unitsTakeGroupsInTheOrderOfThePlacementRule() {
    int[] order = GroupPlacement.acrossParts(2, 3);
    assertThat(CacheWarmer.order(GroupPlacement.breadthFirst(order), 6))
        .containsExactly(0, 3, 1, 4, 2, 5);
    int[][] dies = {{0, 1, 2}, {3, 4, 5}};
    assertThat(CacheWarmer.order(GroupPlacement.roundRobinDies(dies), 6))
        .containsExactly(0, 3, 1, 4, 2, 5);
    PlacementRule none = (group, residency) -> PlacementRule.NONE;
    assertThat(CacheWarmer.order(none, 3)).as("a rule without an answer").containsExactly(0, 1, 2);
  }

  @Test
  void aLaunchOfFewGroupsRunsOnTheFirstUnits() {
    CacheWarmer warmer = new CacheWarmer(null, new int[] {0, 3, 1, 4}, 1);
    assertThat(warmer.units(2)).containsExactly(0, 3);
    assertThat(warmer.units(1L << 40)).containsExactly(0, 3, 1, 4);
  }

  @Test
  void aRuleInTurnStartsAgainAtTheLaunch() {
    PlacementRule turn = GroupPlacement.roundRobin(2, 0, 1);
    assertThat(CacheWarmer.order(turn, 3)).containsExactly(2, 0, 1);
    assertThat(turn.state()).isZero();
  }
}
