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
 * One device from what it is to its largest roof: the logarithm of its kernels' time is shared
 * among its parts, a coalition of which is ideal. Parts that are the roof itself stay as they are.
 * Not thread-safe.
 */
final class IdealGame {
  private final Side side;
  private final Runs runs;
  private final Set<Ideal> others; // those that are not the roof's own
  private boolean oneOrder;
  private final List<Ideal> players = new ArrayList<>();
  private final SortedMap<Long, Recipe> recipes = new TreeMap<>();

  IdealGame(Party party) {
    side = party.side();
    runs = party.runs();
    others = EnumSet.allOf(Ideal.class);
    others.removeAll(party.own());
  }

  /** Lets parts become ideal in their order alone, which needs the fewest simulations. */
  void inOneOrder() {
    oneOrder = true;
  }

  /** The device as it is. */
  Recipe real() {
    return recipe(Set.of());
  }

  /** The device with all parts ideal that are not its roof. */
  Recipe floor() {
    return recipe(others);
  }

  private Recipe recipe(Collection<Ideal> ideal) {
    var spec = side.spec().ideally(Ideals.of(ideal));
    return new Recipe(side.name(), spec.overrides(), spec);
  }

  /** What has to be simulated to find who plays. */
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
   * Finds who plays: lanes that are all active and banks without conflicts are facts of what was
   * executed, whatever else is ideal; they add nothing to any coalition.
   */
  void choosePlayers() {
    for (Ideal ideal : others) {
      if (!isIdle(ideal) || !runs.isSame(real(), recipe(Set.of(ideal)))) {
        players.add(ideal);
      }
    }
  }

  /** Whether what was executed has nothing that this part could cost. */
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

  /** What has to be simulated for the game. */
  Collection<Recipe> wanted() {
    recipes.clear();
    solver().coalitions().forEach(c -> recipes.computeIfAbsent(c, this::ofCoalition));
    return recipes.values();
  }

  /** Parts that do not play are ideal on the floor, and make no difference there. */
  private Recipe ofCoalition(long coalition) {
    if (coalition == Coalition.all(players.size())) {
      return floor();
    }
    return recipe(Coalition.players(coalition).stream().map(players::get).toList());
  }

  /** Logarithms of the kernels' time, by phase. */
  double[] logs(Recipe recipe, int phases) {
    double[] logs = new double[phases];
    for (int k = 0; k < phases; k++) {
      logs[k] = StrictMath.log(Math.max(1, runs.result(recipe, k).kernelPicos()));
    }
    return logs;
  }

  /** Whether times at all phases agree to a thousandth, at both ends. */
  boolean isQuiet(int phases) {
    return Arrays.stream(new Recipe[] {real(), floor()})
        .map(r -> Arrays.stream(logs(r, phases)).summaryStatistics())
        .allMatch(s -> s.getMax() - s.getMin() <= QUIET);
  }

  private static final double QUIET = 0.001;

  /** Two standard deviations of both ends: what one phase of several leaves unknown. */
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
   * Shares the time.
   *
   * @param noise two standard errors beside those that the phases show; not a number if nothing is
   *     known of errors
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

  /** Who played, as the keys of a coalition, with what was simulated for it. */
  SortedMap<Long, Recipe> recipes() {
    return recipes;
  }

  /** Names of a coalition's parts. */
  List<String> names(long coalition) {
    return Coalition.players(coalition).stream().map(i -> IdealSteps.name(players.get(i))).toList();
  }
}
