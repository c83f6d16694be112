// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/**
 * An immediate post-dominator at which the parts of a divergent branch reconverge.
 *
 * @param <F> fragment: work-items that execute together
 */
final class Join<F> {
  final int block;

  /** The enclosing join, or null. */
  final Join<F> parent;

  final int depth;

  /** Number of fragments and inner joins that have not arrived. */
  int outstanding;

  /** The merged fragment of all arrivals so far, or null. */
  F arrived;

  Join(int block, Join<F> parent, int outstanding) {
    this.block = block;
    this.parent = parent;
    this.depth = parent == null ? 1 : parent.depth + 1;
    this.outstanding = outstanding;
  }
}
