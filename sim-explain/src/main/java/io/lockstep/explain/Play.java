// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.game.Payoff;
import io.lockstep.explain.game.Solution;
import io.lockstep.explain.game.Solver;
import io.lockstep.run.RunResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The cooperative game whose Shapley values are the factors. Players are groups of figures; the
 * worth of a coalition is the logarithm of the time with the coalition's figures taken from the
 * second device.
 */
final class Play {
  /** The time outside of kernels on either device, in picoseconds. */
  record HostPart(long from, long to) {}

  private final Between between;
  private final Simulations simulations;
  private final boolean kernels;
  private final HostPart host; // null if no player represents the host
  private int phases;

  Play(Between between, Simulations simulations, boolean kernels, HostPart host, int phases) {
    this.between = between;
    this.simulations = simulations;
    this.kernels = kernels;
    this.host = host;
    this.phases = phases;
  }

  int phases() {
    return phases;
  }

  void phases(int fewer) {
    phases = fewer;
  }

  /**
   * Simulates coalitions.
   *
   * @return whether their specifications are legal; otherwise groups have been merged
   */
  boolean run(Collection<Long> coalitions, List<Player> players) {
    SortedSet<Long> masks = masks(coalitions, players);
    if (!between.requirePossible(masks)) {
      return false;
    }
    simulations.run(masks.stream().map(between::recipe).toList(), phases);
    return true;
  }

  /**
   * Simulates coalitions as {@link #run}, but reduces the number of phases if there would be too
   * many simulations.
   */
  boolean runSparingly(Collection<Long> coalitions, List<Player> players) {
    SortedSet<Long> masks = masks(coalitions, players);
    if (!between.requirePossible(masks)) {
      return false;
    }
    phases = simulations.phases(masks.stream().map(between::recipe).toList(), phases);
    return run(coalitions, players);
  }

  private static SortedSet<Long> masks(Collection<Long> coalitions, List<Player> players) {
    SortedSet<Long> masks = new TreeSet<>();
    coalitions.forEach(c -> masks.add(groups(c, players)));
    return masks;
  }

  private static long groups(long coalition, List<Player> players) {
    long groups = 0;
    for (int player : Coalition.players(coalition)) {
      groups |= players.get(player).groups();
    }
    return groups;
  }

  Solution solve(Solver solver, List<Player> players) {
    return solver.solve(payoff(players));
  }

  private Payoff payoff(List<Player> players) {
    Set<Integer> hosts =
        Coalition.players(Coalition.all(players.size())).stream()
            .filter(i -> players.get(i).isHost())
            .collect(Collectors.toSet());
    return coalition -> {
      boolean second = hosts.stream().anyMatch(i -> Coalition.has(coalition, i));
      return logs(groups(coalition, players), second);
    };
  }

  double[] logs(long groups, boolean secondHost) {
    Recipe recipe = between.recipe(groups);
    double[] logs = new double[phases];
    for (int k = 0; k < phases; k++) {
      logs[k] = StrictMath.log(picos(simulations.result(recipe, k), secondHost));
    }
    return logs;
  }

  private long picos(RunResult result, boolean secondHost) {
    if (host != null) {
      return result.kernelPicos() + (secondHost ? host.to() : host.from());
    }
    return kernels ? result.kernelPicos() : result.picos();
  }

  /** Whether the times at all phases agree within 0.1 %. */
  boolean isQuiet(long groups) {
    Recipe recipe = between.recipe(groups);
    List<Long> picos = new ArrayList<>();
    for (int k = 0; k < phases; k++) {
      picos.add(simulations.result(recipe, k).kernelPicos());
    }
    long least = picos.stream().mapToLong(p -> p).min().orElseThrow();
    long most = picos.stream().mapToLong(p -> p).max().orElseThrow();
    return (most - least) * 1000 <= least;
  }
}
