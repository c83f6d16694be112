// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.game.Coalition;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

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
      boolean first = isNone(play.logs(Coalition.NONE, false), play.logs(own, false));
      boolean last = isNone(play.logs(everything ^ own, false), play.logs(everything, false));
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

  private static boolean isNone(double[] before, double[] after) {
    SummaryStatistics change = new SummaryStatistics();
    for (int k = 0; k < before.length; k++) {
      change.addValue(after[k] - before[k]);
    }
    double error = before.length < 2 ? 0 : change.getStandardDeviation() / Math.sqrt(before.length);
    return Math.abs(change.getMean()) < Math.max(NEXT_TO_NONE, ERRORS * error);
  }
}
