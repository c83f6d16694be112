// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.game.Coalition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A copy reads no local memory, no constants and no textures. */
class ScreeningTest {
  private static List<Player> screened(Map<String, String> changes) {
    try (Mixed mixed = new Mixed(changes)) {
      Play play = mixed.play(2);
      List<Player> all = mixed.players();
      List<Long> wanted = new ArrayList<>(List.of(Coalition.NONE, mixed.between.all()));
      for (int i = 0; i < all.size(); i++) {
        wanted.add(Coalition.of(i));
        wanted.add(mixed.between.all() ^ Coalition.of(i));
      }
      assertThat(play.run(wanted, all)).isTrue();
      return Screening.of(all, play, mixed.between.all());
    }
  }

  @Test
  void groupsWithoutEffectFirstAndLastBecomeOnePlayer() {
    List<Player> players =
        screened(
            Map.of(
                "network.request_latency", "*1.5",
                "lds.latency", "*2",
                "texture.latency", "*2"));
    assertThat(players)
        .extracting(Player::name)
        .containsExactly("request path", "rest (LDS, texture)");
    Player rest = players.get(1);
    assertThat(Long.bitCount(rest.groups())).isEqualTo(2);
    assertThat(rest.groups() & players.get(0).groups()).isZero();
    assertThat(rest.changes()).containsOnlyKeys("lds.latency", "texture.latency");
  }

  @Test
  void aSingleGroupWithoutEffectStaysItself() {
    assertThat(screened(Map.of("network.request_latency", "*1.5", "lds.latency", "*2")))
        .extracting(Player::name)
        .containsExactly("LDS", "request path");
  }

  @Test
  void groupsWithAnEffectStayApart() {
    assertThat(screened(Map.of("network.request_latency", "*1.5", "clock.compute", "*0.75")))
        .extracting(Player::name)
        .containsExactly("clock", "request path");
  }
}
