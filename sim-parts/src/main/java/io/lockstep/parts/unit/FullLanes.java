package io.lockstep.parts.unit;

import io.lockstep.parts.spec.Ideal;
import io.lockstep.parts.spec.Ideals;
import io.lockstep.parts.state.SavedPart;

/**
 * Issue ports of which no lane is idle ({@link Ideal#LANES}): an instruction costs a whole issue
 * where its active lanes and those of instructions before it fill a wavefront, and nothing before.
 * So in the long run each costs its active lanes by the wavefront's width, in whole issues. Not
 * thread-safe.
 */
public final class FullLanes extends SavedPart {
  private final long width;
  private final long[] filled; // lanes by port

  private FullLanes(int ports, int width) {
    this.width = width;
    filled = state.keep(new long[ports]);
  }

  /**
   * {@return ports without idle lanes, or null where the device is not ideal in this}
   *
   * @param ideals of the device
   * @param ports that are told apart
   * @param width lanes of a wavefront
   */
  public static FullLanes where(Ideals ideals, int ports, int width) {
    return ideals.has(Ideal.LANES) ? new FullLanes(ports, width) : null;
  }

  /**
   * Takes instructions of a wavefront.
   *
   * @param port that they issue on
   * @param instructions how many
   * @param lanes that are active in each
   * @return how many whole issues they cost
   */
  public long cost(int port, long instructions, long lanes) {
    long all = filled[port] + instructions * Long.bitCount(lanes);
    filled[port] = all % width;
    return all / width;
  }
}
