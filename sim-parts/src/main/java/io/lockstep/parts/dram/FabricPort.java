// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/**
 * The fabric port of a channel, shared by reads and writes. The port keeps transferring while the
 * bus turns around, because the channel's queues lie between port and bus.
 */
final class FabricPort {
  private static final int FRACTION = 10; // fractional bits of a beat

  private final long burst; // time of one burst, in fractions of beats, rounded up
  private final int burstBytes;
  private long busy; // fraction of a beat up to which the port is busy

  FabricPort(DramConfig config, long bytesPerSecond) {
    burstBytes = config.burstBytes;
    long parts = Math.multiplyExact(config.beatHertz() << FRACTION, burstBytes);
    burst = (parts + bytesPerSecond - 1) / bytesPerSecond;
  }

  /** Returns the beat up to which the port is busy, rounded up. */
  long taken() {
    return busy + (1L << FRACTION) - 1 >> FRACTION;
  }

  /** Books the port for whole bursts; returns the beat at which they have passed. */
  long pass(int bytes, long now) {
    busy = Math.max(busy, now << FRACTION) + bytes / burstBytes * burst;
    return taken();
  }
}
