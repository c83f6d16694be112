// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.random.RandomGenerator;

/** Draws space-filling places by Latin hypercube sampling. */
final class Spread {
  private Spread() {}

  /** Takes up to {@code count} places that were not proposed before. */
  static List<SearchPlace> take(
      int count, PlaceSpace space, Unseen unseen, RandomGenerator random) {
    int axes = space.axes().size();
    int[][] strata = new int[axes][];
    for (int i = 0; i < axes; i++) {
      strata[i] = shuffled(count, random);
    }
    List<SearchPlace> places = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int[] choices = new int[axes];
      for (int i = 0; i < axes; i++) {
        int size = space.axes().get(i).size();
        choices[i] = (int) ((strata[i][k] + random.nextDouble()) / count * size);
      }
      unseen.take(new SearchPlace(choices)).ifPresent(places::add);
    }
    return places;
  }

  private static int[] shuffled(int count, RandomGenerator random) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }
}
