// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.game.Coalition;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlayerTest {
  private static Player player(long groups) {
    return new Player("p", groups, new TreeMap<>());
  }

  @Test
  void onlyThePlayerWithoutGroupsIsTheHost() {
    assertThat(player(Coalition.NONE).isHost()).isTrue();
    assertThat(player(Coalition.of(0)).isHost()).isFalse();
    assertThat(player(Coalition.of(0) | Coalition.of(3)).isHost()).isFalse();
  }
}
