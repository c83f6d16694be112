// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.game.PrecedentOrders;
import io.lockstep.explain.game.Share;
import io.lockstep.explain.game.Solution;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The bottleneck decomposition of one device as a cooperative game. The players are parts of the
 * device, a coalition is a set of ideal parts, and the worth is the reduction of the logarithm of
 * the kernel time. Parts that make up the largest roof stay real.
 */
final class IdealGame {
  private final Side side;
  private final Experiment experiment;
  private final Set<Ideal> others; // parts that do not form the roof
  private boolean oneOrder;
  private final List<Ideal> players = new ArrayList<>();
  private final SortedMap<Long, Variant> variants = new TreeMap<>();

  IdealGame(Party party) {
    side = party.side();
    experiment = party.experiment();
    others = EnumSet.allOf(Ideal.class);
    others.removeAll(party.own());
  }

  /** Makes parts ideal one after another in a single order, which needs the fewest simulations. */
  void inOneOrder() {
    oneOrder = true;
  }

  Variant real() {
    return variant(Set.of());
  }

  /** Returns the device with all parts ideal except those that form the roof. */
  Variant floor() {
    return variant(others);
  }

  private Variant variant(Collection<Ideal> ideal) {
    return Variant.of(side.name(), side.spec().ideally(Ideals.of(ideal)));
  }

  /** Returns the specifications to simulate for {@link #choosePlayers}. */
  List<Variant> probes() {
    List<Variant> probes = new ArrayList<>(List.of(real(), floor()));
    for (Ideal ideal : others) {
      if (isIdle(ideal)) {
        probes.add(variant(Set.of(ideal)));
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
      if (!isIdle(ideal) || !experiment.isSame(real(), variant(Set.of(ideal)))) {
        players.add(ideal);
      }
    }
  }

  /** Whether the program as executed has nothing that an ideal part would save. */
  private boolean isIdle(Ideal ideal) {
    RunResult real = experiment.simulated(real(), 1).first();
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
  Collection<Variant> wanted() {
    variants.clear();
    solver().coalitions().forEach(c -> variants.computeIfAbsent(c, this::ofCoalition));
    return variants.values();
  }

  /**
   * Returns the specification of a coalition; for the full coalition the floor, in which the parts
   * left out as players are ideal too.
   */
  private Variant ofCoalition(long coalition) {
    if (coalition == Coalition.all(players.size())) {
      return floor();
    }
    return variant(Coalition.players(coalition).stream().map(players::get).toList());
  }

  /** Returns the times of the kernels. */
  List<Long> picos(Variant variant, int phases) {
    return experiment.simulated(variant, phases).kernelPicos();
  }

  /** Whether times at all phases agree within 0.1 %, with real and with ideal parts. */
  boolean isQuiet(int phases) {
    return Stream.of(real(), floor()).allMatch(v -> LogTimes.isQuiet(picos(v, phases)));
  }

  /**
   * Returns two standard deviations over phases, combined for the real and the ideal device: the
   * uncertainty of a result from a single phase.
   */
  double noise(int phases) {
    return 2
        * StrictMath.hypot(
            LogTimes.noise(picos(real(), phases)), LogTimes.noise(picos(floor(), phases)));
  }

  /**
   * Divides the time among the parts.
   *
   * @param noise two standard errors, added to the standard errors from the phases; NaN if errors
   *     are unknown
   */
  Map<Ideal, Cost> costs(int phases, double noise) {
    Solution solution =
        solver()
            .solve(
                c ->
                    DoubleStream.of(LogTimes.logs(picos(variants.get(c), phases)))
                        .map(log -> -log)
                        .toArray());
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
  SortedMap<Long, Variant> variants() {
    return variants;
  }

  List<String> names(long coalition) {
    return Coalition.players(coalition).stream().map(i -> IdealSteps.name(players.get(i))).toList();
  }
}
