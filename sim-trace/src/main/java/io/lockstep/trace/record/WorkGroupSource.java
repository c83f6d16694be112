package io.lockstep.trace.record;

/**
 * Hands out the work-groups of one launch in id order; a device pulls.
 *
 * <p>One consumer, one thread, unless an implementation says more.
 */
public interface WorkGroupSource {
  /** What a call found. */
  enum Status {
    /** {@link #record()} holds the next work-group. */
    RECORD,
    /** Nothing yet: suspend and ask again later. */
    STARVED,
    /** The launch has no more work-groups. */
    END
  }

  /**
   * Advances to the next work-group.
   *
   * @return RECORD where there is one, otherwise why there is none
   */
  Status next();

  /** {@return the work-group that the last {@link #next()} found} */
  WorkGroupRecord record();
}
