// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import java.util.Arrays;

/**
 * Decides which of several rows of a point is current. The order is total and does not depend on
 * the order of arrival. Later revisions come first. Of one revision, repeatable results come before
 * results that were ended by a limit or a dead process; among the latter, later attempts come
 * first. If repeatable results differ, which is an error, the smallest digest comes first; equal
 * results are ordered by file name and offset.
 *
 * @param revision number of earlier rows that the row replaces
 * @param repeatable whether another run would give the same outcome
 * @param attempt number of the attempt, from 1
 */
record RowPrecedence(
    int revision, boolean repeatable, byte[] digest, int attempt, SegmentPlace place) {
  boolean before(RowPrecedence other) {
    if (revision != other.revision) {
      return revision > other.revision;
    }
    if (repeatable != other.repeatable) {
      return repeatable;
    }
    if (!repeatable && attempt != other.attempt) {
      return attempt > other.attempt;
    }
    int byDigest = Arrays.compareUnsigned(digest, other.digest);
    if (byDigest != 0) {
      return byDigest < 0;
    }
    int byName = place.name().compareTo(other.place.name());
    return byName != 0 ? byName < 0 : place.offset() < other.place.offset();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowPrecedence s
        && revision == s.revision
        && repeatable == s.repeatable
        && attempt == s.attempt
        && Arrays.equals(digest, s.digest)
        && place.equals(s.place);
  }

  @Override
  public int hashCode() {
    return place.hashCode();
  }
}
