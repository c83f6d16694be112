// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Shapley values with precedence constraints: the mean contribution of a player over all allowed
 * orders (U. Faigle and W. Kern, "The Shapley value for cooperative games under precedence
 * constraints", 1992). Needs only the values of coalitions that occur in an allowed order. Use
 * {@link AllOrders} if every order is allowed. Immutable.
 */
public final class PrecedentOrders implements Solver {
  private final int players;
  private final long[] before;

  /**
   * @param before bit mask of the players that precede each player; acyclic
   */
  public PrecedentOrders(long[] before) {
    players = before.length;
    if (players > AllOrders.MOST_PLAYERS) {
      throw new IllegalArgumentException(players + " players");
    }
    this.before = before.clone();
    if (!coalitions().contains(Coalition.all(players))) {
      throw new IllegalArgumentException("each waits for another");
    }
  }

  @Override
  public SortedSet<Long> coalitions() {
    SortedSet<Long> all = new TreeSet<>();
    List<Long> left = new ArrayList<>(List.of(Coalition.NONE));
    while (!left.isEmpty()) {
      long c = left.remove(left.size() - 1);
      if (all.add(c)) {
        for (int i = 0; i < players; i++) {
          if (joins(i, c)) {
            left.add(c | Coalition.of(i));
          }
        }
      }
    }
    return all;
  }

  /** Whether a player may come next after a coalition. */
  private boolean joins(int i, long c) {
    return !Coalition.has(c, i) && (before[i] & ~c) == 0;
  }

  @Override
  public Solution solve(Payoff payoff) {
    SortedSet<Long> coalitions = coalitions();
    Map<Long, double[]> values = new HashMap<>();
    coalitions.forEach(c -> values.put(c, payoff.of(c)));
    Map<Long, Double> down = down(coalitions);
    Map<Long, Double> up = up(coalitions);
    long everybody = Coalition.all(players);
    double orders = down.get(everybody);
    double[][] each = new double[players][values.get(Coalition.NONE).length];
    for (long c : coalitions) {
      for (int i = 0; i < players; i++) {
        if (joins(i, c)) {
          long next = c | Coalition.of(i);
          double weight = down.get(c) * up.get(next) / orders;
          for (int k = 0; k < each[i].length; k++) {
            each[i][k] += weight * (values.get(next)[k] - values.get(c)[k]);
          }
        }
      }
    }
    double[] errors = Means.errors(each);
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < players; i++) {
      long soonest = soonest(i);
      long latest = latest(i);
      shares.add(
          new Share(
              Means.of(each[i]),
              errors[i],
              Means.difference(values.get(soonest | Coalition.of(i)), values.get(soonest)),
              Means.difference(values.get(latest | Coalition.of(i)), values.get(latest))));
    }
    return new Solution(shares, List.of());
  }

  /** Returns, for each coalition, the number of allowed orders of its players. */
  private Map<Long, Double> down(SortedSet<Long> coalitions) {
    Map<Long, Double> ways = new HashMap<>();
    ways.put(Coalition.NONE, 1.0);
    for (long c : coalitions) { // in ascending order, so that every subset precedes its supersets
      for (int i = 0; i < players; i++) {
        if (joins(i, c)) {
          ways.merge(c | Coalition.of(i), ways.get(c), Double::sum);
        }
      }
    }
    return ways;
  }

  /**
   * Returns, for each coalition, the number of allowed orders in which the other players can follow
   * it.
   */
  private Map<Long, Double> up(SortedSet<Long> coalitions) {
    Map<Long, Double> ways = new HashMap<>();
    List<Long> descending = new ArrayList<>(coalitions);
    java.util.Collections.reverse(descending);
    for (long c : descending) {
      double sum = c == Coalition.all(players) ? 1 : 0;
      for (int i = 0; i < players; i++) {
        sum += joins(i, c) ? ways.get(c | Coalition.of(i)) : 0;
      }
      ways.put(c, sum);
    }
    return ways;
  }

  /** Returns the players that must precede a player, transitively. */
  private long soonest(int player) {
    long all = before[player];
    for (long more = all; more != 0; ) {
      long found = 0;
      for (int i : Coalition.players(more)) {
        found |= before[i];
      }
      more = found & ~all;
      all |= found;
    }
    return all;
  }

  /** Returns the players that can precede a player. */
  private long latest(int player) {
    long behind = Coalition.of(player);
    for (int round = 0; round < players; round++) {
      for (int i = 0; i < players; i++) {
        behind |= (before[i] & behind) != 0 ? Coalition.of(i) : 0;
      }
    }
    return Coalition.all(players) & ~behind;
  }
}
