// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Successive halving: evaluates many places at the cheapest fidelity, the best third of them at the
 * next fidelity, and so on. If the whole space fits into the budget, a larger fraction is promoted.
 * Not thread-safe.
 */
public final class HalvingSearch implements Algorithm {
  private static final double GOES_ON = 3;
  private static final double FINEST = 0.1;

  private final PlaceSpace space;
  private final Unseen unseen;
  private final RandomGenerator random;
  private final int batch;
  private int[] counts; // number of places at each fidelity; null before the first call
  private int rung;
  private int begun; // number of trials of earlier fidelities
  private List<SearchPlace> waiting = new ArrayList<>();

  /**
   * @param space a space with at least two fidelities
   * @throws IllegalArgumentException if the space has one fidelity
   */
  public HalvingSearch(PlaceSpace space, long seed, int batch) {
    if (space.rungs() < 2) {
      throw new IllegalArgumentException("halving needs fidelities");
    }
    this.space = space;
    this.batch = batch;
    unseen = new Unseen(space);
    random = new MersenneTwister(seed);
  }

  @Override
  public List<Proposal> next(List<Trial> told, int left) {
    if (counts == null) {
      counts = counts(left, space.size(), space.rungs());
      waiting.addAll(
          counts[0] == space.size() ? space.all() : Spread.take(counts[0], space, unseen, random));
    }
    while (waiting.isEmpty() && rung + 1 < counts.length) {
      List<Trial> done = told.subList(begun, told.size());
      begun = told.size();
      rung++;
      waiting.addAll(
          Ranking.sorted(done).stream()
              .filter(Trial::feasible)
              .limit(counts[rung])
              .map(Trial::place)
              .toList());
    }
    List<SearchPlace> now = waiting.subList(0, Math.min(waiting.size(), Math.min(batch, left)));
    List<Proposal> next = now.stream().map(place -> new Proposal(place, rung)).toList();
    now.clear();
    return next;
  }

  /** Returns the number of places at each fidelity. */
  static int[] counts(int budget, long places, int rungs) {
    int[] counts = new int[rungs];
    double sum = IntStream.range(0, rungs).mapToDouble(r -> StrictMath.pow(GOES_ON, -r)).sum();
    long first = Math.min(places, Math.max(1, (long) (budget / sum)));
    double factor = first == places ? 1 : GOES_ON;
    do {
      for (int r = 0; r < rungs; r++) {
        counts[r] = (int) Math.max(1, Math.floor(first / StrictMath.pow(factor, r)));
      }
      factor += FINEST;
    } while (IntStream.of(counts).asLongStream().sum() > budget && factor < GOES_ON + FINEST);
    int rest = budget - IntStream.of(counts).sum();
    for (int r = rungs - 1; r > 0 && rest > 0; r--) { // distributes the budget left by rounding
      int more = Math.min(rest, counts[r - 1] - counts[r]);
      counts[r] += more;
      rest -= more;
    }
    return counts;
  }
}
