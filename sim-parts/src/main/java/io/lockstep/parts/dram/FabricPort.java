// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/**
 * The fabric port of a channel, shared by reads and writes. The port keeps transferring while the
 * bus turns around, because the channel's queues lie between port and bus. Its state is one slot of
 * the channel's state.
 */
final class FabricPort {
  private static final int FRACTION = 10; // fractional bits of a beat

  private final long burst; // time of one burst, in fractions of beats, rounded up
  private final int burstBytes;
  private final int slot;
  private final long[] at;

  FabricPort(DramConfig config, long bytesPerSecond, int slot, long[] at) {
    burstBytes = config.burstBytes;
    long parts = Math.multiplyExact(config.beatHertz() << FRACTION, burstBytes);
    burst = (parts + bytesPerSecond - 1) / bytesPerSecond;
    this.slot = slot;
    this.at = at;
  }

  /** Returns the beat up to which the port is busy, rounded up. */
  long taken() {
    return at[slot] + (1L << FRACTION) - 1 >> FRACTION;
  }

  /** Books the port for whole bursts; returns the beat at which they have passed. */
  long pass(int bytes, long now) {
    at[slot] = Math.max(at[slot], now << FRACTION) + bytes / burstBytes * burst;
    return taken();
  }
}
