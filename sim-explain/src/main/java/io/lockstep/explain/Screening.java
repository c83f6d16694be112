// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.game.Coalition;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Merges groups that have no effect, either changed alone or changed after all others, into one
 * player. The merged player stays in the game, since these groups may matter in combination.
 */
final class Screening {
  /** Maximum logarithm of a factor that counts as no effect. */
  private static final double NEXT_TO_NONE = 0.003;

  private static final double ERRORS = 1.5;

  private Screening() {}

  /** Returns the players, with those without effect merged into the last one. */
  static List<Player> of(List<Player> all, Play play, long everything) {
    List<Player> alive = new ArrayList<>();
    List<Player> dead = new ArrayList<>();
    for (Player player : all) {
      long own = player.groups();
      boolean first = isNone(play.picos(Coalition.NONE, false), play.picos(own, false));
      boolean last = isNone(play.picos(everything ^ own, false), play.picos(everything, false));
      (first && last ? dead : alive).add(player);
    }
    if (dead.size() < 2) {
      return new ArrayList<>(all);
    }
    SortedMap<String, Change> changes = new TreeMap<>();
    dead.forEach(player -> changes.putAll(player.changes()));
    String names = dead.stream().map(Player::name).collect(Collectors.joining(", "));
    long groups = dead.stream().mapToLong(Player::groups).reduce(0, (a, b) -> a | b);
    alive.add(new Player("rest (" + names + ")", groups, changes));
    return alive;
  }

  private static boolean isNone(List<Long> before, List<Long> after) {
    LogTimes.Mean change = LogTimes.change(before, after);
    double error = Double.isNaN(change.error()) ? 0 : change.error() / 2;
    return Math.abs(change.value()) < Math.max(NEXT_TO_NONE, ERRORS * error);
  }
}
