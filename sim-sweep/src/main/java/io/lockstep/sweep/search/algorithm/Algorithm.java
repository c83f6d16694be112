// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.List;

/**
 * Proposes places to evaluate. The proposals depend only on the seed and the results passed to the
 * algorithm, so that a restarted search proposes the same places. Not thread-safe.
 */
public interface Algorithm {
  /**
   * Returns the places to evaluate next as one batch; empty when the search is finished. Places are
   * legal, and no place occurs twice at the same fidelity.
   *
   * @param told results of all proposals so far, in order
   * @param left remaining budget, at least 1
   */
  List<Proposal> next(List<Trial> told, int left);
}
