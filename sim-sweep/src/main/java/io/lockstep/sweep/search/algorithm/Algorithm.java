package io.lockstep.sweep.search.algorithm;

import java.util.List;

/**
 * Proposes the next places. Depends only on its seed and the results passed to it, so a restarted
 * search proposes the same. Not thread-safe.
 */
public interface Algorithm {
  /**
   * {@return the places to be evaluated next, together; empty at the end} Each place is legal and
   * occurs once.
   *
   * @param told results of all proposals so far, in order
   * @param left remaining budget, at least 1
   */
  List<Proposal> next(List<Trial> told, int left);
}
