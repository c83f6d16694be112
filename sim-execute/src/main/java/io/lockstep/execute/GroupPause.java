package io.lockstep.execute;

/** Why a group of a polling kernel has stopped running. */
enum GroupPause {
  ENDED,
  /** None of its work-items can continue before another group writes. */
  WAITING,
  /** It could continue, but other groups poll first. */
  YIELDED,
  /** All its work-items have met at a launch barrier. */
  AT_BARRIER
}
