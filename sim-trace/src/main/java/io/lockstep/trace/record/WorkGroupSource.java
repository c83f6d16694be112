package io.lockstep.trace.record;

/**
 * Provides the work-groups of one launch in id order, pulled by a device.
 *
 * <p>For one consumer and one thread, unless an implementation says otherwise.
 */
public interface WorkGroupSource {
  /** The result of a call. */
  enum Status {
    /** {@link #record()} holds the next work-group. */
    RECORD,
    /** None is available yet: suspend and ask again later. */
    STARVED,
    /** The launch has no more work-groups. */
    END
  }

  /**
   * Advances to the next work-group.
   *
   * @return RECORD if there is one, otherwise the reason why there is none
   */
  Status next();

  /** {@return the work-group found by the last {@link #next()}} */
  WorkGroupRecord record();
}
