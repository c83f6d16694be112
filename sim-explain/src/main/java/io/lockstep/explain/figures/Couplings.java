package io.lockstep.explain.figures;

import io.lockstep.explain.game.Coalition;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Finds groups whose figures are coupled by a device's checks: if a hybrid specification is
 * refused, some of its groups need others.
 */
public final class Couplings {
  private Couplings() {}

  /**
   * {@return groups that must change together}
   *
   * @param refused groups of the second device in a refused specification
   * @param groups number of groups
   * @param legal whether a specification is legal, as the empty and the full ones are
   */
  public static Set<Integer> of(long refused, int groups, LongPredicate legal) {
    long needed = refused; // of the second device, without any of which it would be legal
    for (int player : Coalition.players(refused)) {
      long fewer = needed ^ Coalition.of(player);
      needed = legal.test(fewer) ? needed : fewer;
    }
    long most = needed; // what may be of the second device as well, still refused
    for (int player : Coalition.players(Coalition.all(groups) ^ needed)) {
      long more = most | Coalition.of(player);
      most = legal.test(more) ? most : more;
    }
    Set<Integer> coupled = new TreeSet<>(Coalition.players(needed));
    coupled.addAll(Coalition.players(Coalition.all(groups) ^ most));
    return coupled;
  }
}
