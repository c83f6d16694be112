package io.lockstep.sweep.store.index;

import java.util.Arrays;

/**
 * Which of two rows of one point stands: an order, so that it does not matter who comes first. What
 * would come out again stands before what a limit or a dead process has ended, of the latter the
 * later attempt; of two that differ though they must not, the lesser digest; of equal ones, the
 * lesser file and offset.
 *
 * @param repeatable whether it would come out again
 * @param digest what results are compared by
 * @param attempt from 1
 * @param place where it stands in the segments
 */
record RowPrecedence(boolean repeatable, byte[] digest, int attempt, SegmentPlace place) {
  /** Whether this one stands rather than another. */
  boolean before(RowPrecedence other) {
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
