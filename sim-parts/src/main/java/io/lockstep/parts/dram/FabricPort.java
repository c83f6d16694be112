package io.lockstep.parts.dram;

/**
 * The port of the fabric through which a channel is reached: reads and writes pass it together, at
 * a rate that may be below that of the channel's bus. It goes on while the bus turns around, as the
 * queues of the channel lie between them. Its state is one slot of the channel's. Not thread-safe.
 */
final class FabricPort {
  private static final int FRACTION = 10; // bits of a beat

  private final long burst; // time of one, in parts of beats, rounded up
  private final int burstBytes;
  private final int slot;
  private final long[] at;

  /**
   * @param bytesPerSecond its rate
   * @param slot its own, of the channel's state
   * @param at state of the channel: parts of beats up to which the port is taken
   */
  FabricPort(DramConfig config, long bytesPerSecond, int slot, long[] at) {
    burstBytes = config.burstBytes;
    long parts = Math.multiplyExact(config.beatHertz() << FRACTION, burstBytes);
    burst = (parts + bytesPerSecond - 1) / bytesPerSecond;
    this.slot = slot;
    this.at = at;
  }

  /** The beat up to which it is taken, rounded up. */
  long taken() {
    return at[slot] + (1L << FRACTION) - 1 >> FRACTION;
  }

  /**
   * Takes it for a request.
   *
   * @param bytes whole bursts
   * @param now beat of the decision
   * @return the beat at which all of them have passed, if they come at once
   */
  long pass(int bytes, long now) {
    at[slot] = Math.max(at[slot], now << FRACTION) + bytes / burstBytes * burst;
    return taken();
  }
}
