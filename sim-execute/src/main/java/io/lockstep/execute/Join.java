package io.lockstep.execute;

/**
 * An immediate post-dominator at which the parts of a divergent branch meet again.
 *
 * @param <F> a part: work-items that go together
 */
final class Join<F> {
  /** The block where they meet. */
  final int block;

  /** The join of the fragment that diverged, or null. */
  final Join<F> parent;

  final int depth;

  /** Fragments and inner joins that have not arrived. */
  int outstanding;

  /** Those that have, or null. */
  F arrived;

  Join(int block, Join<F> parent, int outstanding) {
    this.block = block;
    this.parent = parent;
    this.depth = parent == null ? 1 : parent.depth + 1;
    this.outstanding = outstanding;
  }
}
