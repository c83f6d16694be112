// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;

/** Baseline algorithm that proposes random places without repetition. Not thread-safe. */
public final class RandomSearch implements Algorithm {
  private final PlaceSpace space;
  private final Unseen unseen;
  private final RandomGenerator random;
  private final int batch;

  public RandomSearch(PlaceSpace space, long seed, int batch) {
    this.space = space;
    this.batch = batch;
    unseen = new Unseen(space);
    random = new MersenneTwister(seed);
  }

  @Override
  public List<Proposal> next(List<Trial> told, int left) {
    List<Proposal> next = new ArrayList<>();
    for (int i = 0; i < Math.min(batch, left); i++) {
      unseen.draw(random).ifPresent(place -> next.add(new Proposal(place, space.lastRung())));
    }
    return next;
  }
}
