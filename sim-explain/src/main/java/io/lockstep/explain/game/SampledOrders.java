// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Shapley values estimated from random orders in antithetic pairs, each order with its reverse (J.
 * Castro et al., "Polynomial calculation of the Shapley value based on sampling", 2009; R. Mitchell
 * et al., "Sampling permutations for Shapley value estimation", 2022). Like exact values, the
 * estimates add up to the value of the game.
 */
public final class SampledOrders implements Solver {
  private final int players;
  private final List<int[]> orders = new ArrayList<>(); // each order is followed by its reverse

  /**
   * Draws orders.
   *
   * @param pairs number of orders to draw, at least two; each is used with its reverse
   */
  public SampledOrders(int players, int pairs, long seed) {
    if (players < 1 || players > Coalition.MOST_PLAYERS || pairs < 2) {
      throw new IllegalArgumentException(players + " players, " + pairs + " pairs of orders");
    }
    this.players = players;
    SplittableRandom random = new SplittableRandom(seed);
    for (int p = 0; p < pairs; p++) {
      int[] order = new int[players];
      for (int i = 0; i < players; i++) {
        int at = random.nextInt(i + 1);
        order[i] = order[at];
        order[at] = i;
      }
      int[] reverse = new int[players];
      for (int i = 0; i < players; i++) {
        reverse[i] = order[players - 1 - i];
      }
      orders.add(order);
      orders.add(reverse);
    }
  }

  @Override
  public SortedSet<Long> coalitions() {
    SortedSet<Long> all = new TreeSet<>();
    for (int[] order : orders) {
      long before = Coalition.NONE;
      all.add(before);
      for (int player : order) {
        before |= Coalition.of(player);
        all.add(before);
      }
    }
    // Needed for the contributions to the empty coalition and to all other players.
    for (int i = 0; i < players; i++) {
      all.add(Coalition.of(i));
      all.add(Coalition.all(players) ^ Coalition.of(i));
    }
    return all;
  }

  @Override
  public Solution solve(Payoff payoff) {
    int repetitions = payoff.of(Coalition.NONE).length;
    double[][][] added = new double[players][orders.size()][];
    for (int o = 0; o < orders.size(); o++) {
      long before = Coalition.NONE;
      for (int player : orders.get(o)) {
        double[] from = payoff.of(before);
        before |= Coalition.of(player);
        double[] to = payoff.of(before);
        added[player][o] = new double[repetitions];
        for (int k = 0; k < repetitions; k++) {
          added[player][o][k] = to[k] - from[k];
        }
      }
    }
    double[][] each = new double[players][repetitions];
    double[] byOrders = new double[players];
    for (int i = 0; i < players; i++) {
      for (int k = 0; k < repetitions; k++) {
        each[i][k] = meanOver(added[i], k);
      }
      byOrders[i] = Means.error(pairs(added[i]));
    }
    double[] byRepetitions = Means.errors(each);
    long all = Coalition.all(players);
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < players; i++) {
      long own = Coalition.of(i);
      shares.add(
          new Share(
              Means.of(each[i]),
              Math.sqrt(byOrders[i] * byOrders[i] + byRepetitions[i] * byRepetitions[i]),
              Means.difference(payoff.of(own), payoff.of(Coalition.NONE)),
              Means.difference(payoff.of(all), payoff.of(all ^ own))));
    }
    return new Solution(shares, List.of());
  }

  /** Returns the mean contribution of a player in each order and its reverse. */
  private static double[] pairs(double[][] added) {
    double[] pairs = new double[added.length / 2];
    for (int p = 0; p < pairs.length; p++) {
      pairs[p] = (Means.of(added[2 * p]) + Means.of(added[2 * p + 1])) / 2;
    }
    return pairs;
  }

  private static double meanOver(double[][] added, int repetition) {
    double[] of = new double[added.length];
    for (int o = 0; o < of.length; o++) {
      of[o] = added[o][repetition];
    }
    return Means.of(of);
  }
}
