package io.lockstep.explain.figures;

import io.lockstep.explain.game.Coalition;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Finds groups whose figures a device's checks couple: where a specification between two devices is
 * refused, some groups of the one do not go with some of the other. Stateless.
 */
public final class Couplings {
  private Couplings() {}

  /**
   * {@return groups that have to change together}
   *
   * @param refused groups of the second device, which the first one's others do not go with
   * @param groups how many there are
   * @param legal whether a specification is possible; nobody and all are
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
