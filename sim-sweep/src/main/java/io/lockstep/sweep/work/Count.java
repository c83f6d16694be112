package io.lockstep.sweep.work;

/**
 * How many points stand how. Immutable.
 *
 * @param ok simulated; results right or not checked
 * @param wrong simulated; results differ from the expected ones
 * @param refused by their devices
 * @param failed as they would anywhere
 * @param aside failed for what is of this machine or this run: time, memory, a process that died
 * @param missing without a row
 */
public record Count(long ok, long wrong, long refused, long failed, long aside, long missing) {
  /** {@return how many have a row} */
  public long done() {
    return ok + wrong + refused + failed + aside;
  }

  /** {@return how many there are} */
  public long all() {
    return done() + missing;
  }
}
