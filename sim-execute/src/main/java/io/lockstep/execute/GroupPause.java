package io.lockstep.execute;

/** Why a group of a kernel with polls no longer runs. */
enum GroupPause {
  /** All its work-items have ended. */
  ENDED,
  /** None of its work-items can go on before another group has written. */
  WAITING,
  /** It could go on, but others are to poll first. */
  YIELDED,
  /** All its work-items have met at a barrier of the launch. */
  AT_BARRIER
}
