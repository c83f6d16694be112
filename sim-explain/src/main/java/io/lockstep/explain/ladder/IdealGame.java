// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.game.PrecedentOrders;
import io.lockstep.explain.game.Share;
import io.lockstep.explain.game.Solution;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The bottleneck decomposition of one device as a cooperative game. The players are parts of the
 * device, a coalition is a set of ideal parts, and the worth is the reduction of the logarithm of
 * the kernel time. Parts that make up the largest roof stay real.
 */
final class IdealGame {
  private final Side side;
  private final Runs runs;
  private final Set<Ideal> others; // parts that do not form the roof
  private boolean oneOrder;
  private final List<Ideal> players = new ArrayList<>();
  private final SortedMap<Long, Recipe> recipes = new TreeMap<>();

  IdealGame(Party party) {
    side = party.side();
    runs = party.runs();
    others = EnumSet.allOf(Ideal.class);
    others.removeAll(party.own());
  }

  /** Makes parts ideal one after another in a single order, which needs the fewest simulations. */
  void inOneOrder() {
    oneOrder = true;
  }

  Recipe real() {
    return recipe(Set.of());
  }

  /** Returns the device with all parts ideal except those that form the roof. */
  Recipe floor() {
    return recipe(others);
  }

  private Recipe recipe(Collection<Ideal> ideal) {
    var spec = side.spec().ideally(Ideals.of(ideal));
    return new Recipe(side.name(), spec.overrides(), spec);
  }

  /** Returns the specifications to simulate for {@link #choosePlayers}. */
  List<Recipe> probes() {
    List<Recipe> probes = new ArrayList<>(List.of(real(), floor()));
    for (Ideal ideal : others) {
      if (isIdle(ideal)) {
        probes.add(recipe(Set.of(ideal)));
      }
    }
    return probes;
  }

  /**
   * Selects the players. A part for idle lanes or bank conflicts is left out if the executed
   * program has none and an ideal part changes nothing.
   */
  void choosePlayers() {
    for (Ideal ideal : others) {
      if (!isIdle(ideal) || !runs.isSame(real(), recipe(Set.of(ideal)))) {
        players.add(ideal);
      }
    }
  }

  /**
   * Whether the executed program has no idle lanes or no bank conflicts, so that the part costs
   * nothing.
   */
  private boolean isIdle(Ideal ideal) {
    RunResult real = runs.result(real(), 0);
    return switch (ideal) {
      case LANES -> of(real, "lanes.active") == of(real, "lanes.issued");
      case CONFLICTS -> of(real, "lds.conflict_cycles") == 0;
      default -> false;
    };
  }

  private static double of(RunResult result, String statistic) {
    Number value = result.statistics().get(statistic);
    return value == null ? 0 : value.doubleValue();
  }

  private PrecedentOrders solver() {
    return new PrecedentOrders(oneOrder ? IdealSteps.inOrder(players) : IdealSteps.before(players));
  }

  /** Returns the specifications of all coalitions that the game needs. */
  Collection<Recipe> wanted() {
    recipes.clear();
    solver().coalitions().forEach(c -> recipes.computeIfAbsent(c, this::ofCoalition));
    return recipes.values();
  }

  /**
   * Returns the specification of a coalition; for the full coalition the floor, in which the parts
   * left out as players are ideal too.
   */
  private Recipe ofCoalition(long coalition) {
    if (coalition == Coalition.all(players.size())) {
      return floor();
    }
    return recipe(Coalition.players(coalition).stream().map(players::get).toList());
  }

  double[] logs(Recipe recipe, int phases) {
    double[] logs = new double[phases];
    for (int k = 0; k < phases; k++) {
      logs[k] = StrictMath.log(Math.max(1, runs.result(recipe, k).kernelPicos()));
    }
    return logs;
  }

  /** Whether times at all phases agree within 0.1 %, with real and with ideal parts. */
  boolean isQuiet(int phases) {
    return Arrays.stream(new Recipe[] {real(), floor()})
        .map(r -> Arrays.stream(logs(r, phases)).summaryStatistics())
        .allMatch(s -> s.getMax() - s.getMin() <= QUIET);
  }

  private static final double QUIET = 0.001;

  /**
   * Returns two standard deviations over phases, combined for the real and the ideal device: the
   * uncertainty of a result from a single phase.
   */
  double noise(int phases) {
    double squares = 0;
    for (Recipe end : List.of(real(), floor())) {
      SummaryStatistics all = new SummaryStatistics();
      Arrays.stream(logs(end, phases)).forEach(all::addValue);
      squares += all.getVariance();
    }
    return 2 * Math.sqrt(squares);
  }

  /**
   * Divides the time among the parts.
   *
   * @param noise two standard errors, added to the standard errors from the phases; NaN if errors
   *     are unknown
   */
  Map<Ideal, Cost> costs(int phases, double noise) {
    Solution solution =
        solver().solve(c -> Arrays.stream(logs(recipes.get(c), phases)).map(log -> -log).toArray());
    Map<Ideal, Cost> costs = new EnumMap<>(Ideal.class);
    for (Ideal ideal : Ideal.values()) {
      costs.put(ideal, Cost.NONE);
    }
    for (int i = 0; i < players.size(); i++) {
      Share share = solution.shares().get(i);
      costs.put(
          players.get(i),
          new Cost(
              StrictMath.exp(share.value()),
              StrictMath.hypot(2 * share.error(), noise),
              StrictMath.exp(share.first()),
              StrictMath.exp(share.last())));
    }
    return costs;
  }

  /** Returns the simulated specifications by coalition, a bit mask of the players. */
  SortedMap<Long, Recipe> recipes() {
    return recipes;
  }

  List<String> names(long coalition) {
    return Coalition.players(coalition).stream().map(i -> IdealSteps.name(players.get(i))).toList();
  }
}
