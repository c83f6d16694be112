// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.experiment.Outcome;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.game.Payoff;
import io.lockstep.explain.game.Solution;
import io.lockstep.explain.game.Solver;
import io.lockstep.run.RunResult;
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
  private final Experiment experiment;
  private final boolean kernels;
  private final HostPart host; // null if no player represents the host
  private int phases;

  Play(Between between, Experiment experiment, boolean kernels, HostPart host, int phases) {
    this.between = between;
    this.experiment = experiment;
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
    experiment.run(masks.stream().map(between::variant).toList(), phases);
    return true;
  }

  /**
   * Simulates coalitions as {@link #run}, but reduces the number of phases to keep the number of
   * simulations within a limit.
   */
  boolean runSparingly(Collection<Long> coalitions, List<Player> players, int limit) {
    SortedSet<Long> masks = masks(coalitions, players);
    if (!between.requirePossible(masks)) {
      return false;
    }
    int last = phases - 1;
    long unknown =
        masks.stream().filter(m -> !experiment.isKnown(between.variant(m), last)).count();
    while (phases > ExplainOptions.FEWEST && experiment.done() + unknown * phases > limit) {
      phases--;
    }
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
      return LogTimes.logs(picos(groups(coalition, players), second));
    };
  }

  /** Returns the counted times of a coalition. */
  List<Long> picos(long groups, boolean secondHost) {
    return outcome(groups).picos(result -> picos(result, secondHost));
  }

  private Outcome outcome(long groups) {
    return experiment.simulated(between.variant(groups), phases);
  }

  private long picos(RunResult result, boolean secondHost) {
    if (host != null) {
      return result.kernelPicos() + (secondHost ? host.to() : host.from());
    }
    return kernels ? result.kernelPicos() : result.picos();
  }

  /** Whether the times at all phases agree within 0.1 % on both devices. */
  boolean isQuiet() {
    return LogTimes.isQuiet(outcome(Coalition.NONE).kernelPicos())
        && LogTimes.isQuiet(outcome(between.all()).kernelPicos());
  }

  /**
   * Returns the noise that launch phases add to a factor from a single phase: the standard
   * deviation of the logarithm of the ratio over the phases simulated for both devices.
   */
  double noise(int simulated) {
    int used = phases;
    phases = simulated;
    double noise =
        StrictMath.hypot(
            LogTimes.noise(picos(Coalition.NONE, false)),
            LogTimes.noise(picos(between.all(), false)));
    phases = used;
    return noise;
  }
}
