// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.study.store.Build;

/**
 * Determines which existing rows count, and which points are computed anew.
 *
 * @param build build of this process
 * @param keepOld whether rows of other builds and of changed files count
 * @param retry whether points that failed because of a machine or run are computed anew
 */
public record ExistingRows(Build build, boolean keepOld, boolean retry) {
  /** Counts the rows of this build only, without retries. */
  public static ExistingRows of(Build build) {
    return new ExistingRows(build, false, false);
  }

  /** Returns whether a row of some build has to be computed anew. */
  public boolean isOld(Build row) {
    return !keepOld && !row.equals(build);
  }

  /** Counts all rows. */
  public ExistingRows all() {
    return new ExistingRows(build, true, false);
  }
}
