// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/**
 * An immediate post-dominator at which the parts of a divergent branch reconverge.
 *
 * @param <F> a part: work-items that execute together
 */
final class Join<F> {
  final int block;

  /** The join of the fragment that diverged, or null. */
  final Join<F> parent;

  final int depth;

  /** Fragments and inner joins that have not arrived. */
  int outstanding;

  /** The merged fragments that have arrived, or null. */
  F arrived;

  Join(int block, Join<F> parent, int outstanding) {
    this.block = block;
    this.parent = parent;
    this.depth = parent == null ? 1 : parent.depth + 1;
    this.outstanding = outstanding;
  }
}
