package io.lockstep.sweep.search.algorithm;

import java.util.List;

/**
 * Decides what is looked at next. It depends on nothing but its seed and what it is told, so that
 * asked again from the beginning it proposes the same. Not thread-safe.
 */
public interface Algorithm {
  /**
   * {@return what is to be looked at next, together; empty where there is nothing more} Never
   * something twice, never an illegal place.
   *
   * @param told what came of all proposals so far, in their order; each call has those of the last
   *     one in addition
   * @param left how many more proposals will be taken, at least 1
   */
  List<Proposal> next(List<Trial> told, int left);
}
