// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.explain.game.Coalition;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Finds groups of figures that can only change together, because a validity check of the device
 * rejects a hybrid with one group but not the other.
 */
public final class Couplings {
  private Couplings() {}

  /**
   * Returns the groups that must change together.
   *
   * @param refused bit mask of the second device's groups in a refused specification
   * @param legal whether a specification is legal; the empty and the full set of groups must be
   *     legal
   */
  public static Set<Integer> of(long refused, int groups, LongPredicate legal) {
    // A minimal refused subset: without any one of its groups the specification is legal.
    long needed = refused;
    for (int player : Coalition.players(refused)) {
      long fewer = needed ^ Coalition.of(player);
      needed = legal.test(fewer) ? needed : fewer;
    }
    // A maximal refused superset: with any further group the specification is legal.
    long most = needed;
    for (int player : Coalition.players(Coalition.all(groups) ^ needed)) {
      long more = most | Coalition.of(player);
      most = legal.test(more) ? most : more;
    }
    Set<Integer> coupled = new TreeSet<>(Coalition.players(needed));
    coupled.addAll(Coalition.players(Coalition.all(groups) ^ most));
    return coupled;
  }
}
