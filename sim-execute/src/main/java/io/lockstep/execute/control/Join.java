// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

/**
 * A point at which the parts of a divergent branch reconverge.
 *
 * @param <F> fragment: work-items that execute together
 */
public final class Join<F> {
  /** Position of the point; see {@link io.lockstep.kernel.ir.ReconvergencePoints}. */
  final int position;

  public final int block;

  /** The enclosing join, or null. */
  public Join<F> parent;

  /** Number of fragments and inner joins that have not arrived. */
  int outstanding;

  /** The merged fragment of all arrivals so far, or null. */
  public F arrived;

  Join(int position, int block, Join<F> parent, int outstanding) {
    this.position = position;
    this.block = block;
    this.parent = parent;
    this.outstanding = outstanding;
  }

  /** Returns the number of joins from this one to the outermost. */
  int depth() {
    int depth = 1;
    for (Join<F> join = parent; join != null; join = join.parent) {
      depth++;
    }
    return depth;
  }
}
