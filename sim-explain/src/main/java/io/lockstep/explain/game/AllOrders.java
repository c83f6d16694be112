// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Exact Shapley values: the mean contribution of a player over all orders of the players (L. S.
 * Shapley, "A value for n-person games", 1953). Needs the values of all coalitions.
 */
public final class AllOrders implements Solver {
  /** Maximum number of players, with four million coalitions. */
  public static final int MOST_PLAYERS = 22;

  private final int players;

  /**
   * @param players number of players, at most {@link #MOST_PLAYERS}
   */
  public AllOrders(int players) {
    if (players < 0 || players > MOST_PLAYERS) {
      throw new IllegalArgumentException(players + " players");
    }
    this.players = players;
  }

  @Override
  public SortedSet<Long> coalitions() {
    SortedSet<Long> all = new TreeSet<>();
    for (long c = 0; c <= Coalition.all(players); c++) {
      all.add(c);
    }
    return all;
  }

  @Override
  public Solution solve(Payoff payoff) {
    double[][] values = new double[1 << players][];
    for (int c = 0; c < values.length; c++) {
      values[c] = payoff.of(c);
    }
    double[] weight = weights(players - 1);
    List<Share> shares = new ArrayList<>();
    double[][] each = new double[players][];
    for (int i = 0; i < players; i++) {
      each[i] = each(values, 1 << i, weight);
    }
    double[] errors = Means.errors(each);
    int all = values.length - 1;
    for (int i = 0; i < players; i++) {
      int own = 1 << i;
      shares.add(
          new Share(
              Means.of(each[i]),
              errors[i],
              Means.difference(values[own], values[0]),
              Means.difference(values[all], values[all ^ own])));
    }
    return new Solution(shares, interactions(values));
  }

  /**
   * Returns the weights in the Shapley value: the fraction of all orders of n + 1 players in which
   * exactly a given set of k players precedes a given player, by k.
   */
  private static double[] weights(int n) {
    double[] weight = new double[Math.max(0, n + 1)];
    for (int size = 0; size <= n; size++) {
      double sets = 1; // binomial coefficient (n over size)
      for (int k = 1; k <= size; k++) {
        sets = sets * (n - size + k) / k;
      }
      weight[size] = 1 / (sets * (n + 1));
    }
    return weight;
  }

  /** Returns the mean contribution of a player in each repetition. */
  private static double[] each(double[][] values, int own, double[] weight) {
    double[] each = new double[values[0].length];
    for (int c = 0; c < values.length; c++) {
      if ((c & own) == 0) {
        for (int k = 0; k < each.length; k++) {
          each[k] += weight[Integer.bitCount(c)] * (values[c | own][k] - values[c][k]);
        }
      }
    }
    return each;
  }

  private List<Interaction> interactions(double[][] values) {
    double[] weight = weights(players - 2);
    List<Interaction> all = new ArrayList<>();
    for (int i = 0; i < players; i++) {
      for (int j = i + 1; j < players; j++) {
        int one = 1 << i;
        int other = 1 << j;
        double sum = 0;
        for (int c = 0; c < values.length; c++) {
          if ((c & (one | other)) == 0) {
            double together = Means.difference(values[c | one | other], values[c | one]);
            double alone = Means.difference(values[c | other], values[c]);
            sum += weight[Integer.bitCount(c)] * (together - alone);
          }
        }
        all.add(new Interaction(i, j, sum));
      }
    }
    return all;
  }
}
