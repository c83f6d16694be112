// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/** Converts between ticks of a device and beats of a channel's bus, both starting at 0. */
final class BeatClock {
  private final long p;
  private final long q;
  private long knownTick;
  private long knownBeat;

  BeatClock(DramConfig config) {
    long divisor = gcd(config.tickHertz, config.beatHertz());
    p = config.tickHertz / divisor;
    q = config.beatHertz() / divisor;
  }

  long beat(long tick) {
    if (tick != knownTick) {
      knownTick = tick;
      knownBeat = beatAt(tick);
    }
    return knownBeat;
  }

  /** Returns the first beat that does not begin before a tick. */
  long beatAt(long tick) {
    long whole = tick / p;
    return whole * q + ((tick - whole * p) * q + p - 1) / p;
  }

  /** Returns the first tick that does not begin before a beat. */
  long tick(long beat) {
    long whole = beat / q;
    return whole * p + ((beat - whole * q) * p + q - 1) / q;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
