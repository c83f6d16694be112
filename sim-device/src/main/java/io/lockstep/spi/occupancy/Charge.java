// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

/**
 * The amount of a {@link Resource} that is allocated for a kernel's need.
 *
 * @param units units per unit of the need (for a register of a work-item: the lanes of a wavefront)
 * @param granule allocation granularity in units
 * @param together multiple to which a group's number of wavefronts is rounded up
 * @param least smallest amount of the need that is charged
 * @param fromWavefronts number of wavefronts below which a group is not charged
 */
public record Charge(long units, long granule, int together, long least, int fromWavefronts) {
  static final Charge EXACT = new Charge(1, 1, 1, 0, 1);

  /**
   * Checks the values.
   *
   * @param units units per unit of the need
   * @param granule allocation granularity in units
   * @param together multiple to which a group's number of wavefronts is rounded up
   * @param least smallest amount of the need that is charged
   * @param fromWavefronts number of wavefronts below which a group is not charged
   */
  public Charge {
    if (units < 1 || granule < 1 || together < 1 || least < 0) {
      throw new IllegalArgumentException(
          "units %s, granule %s, together %s, least %s".formatted(units, granule, together, least));
    }
  }

  Charge taking(long each) {
    return new Charge(each, granule, together, least, fromWavefronts);
  }

  Charge inGranules(long size) {
    return new Charge(units, size, together, least, fromWavefronts);
  }

  Charge togetherFor(int wavefronts) {
    return new Charge(units, granule, wavefronts, least, fromWavefronts);
  }

  Charge atLeast(long amount) {
    return new Charge(units, granule, together, amount, fromWavefronts);
  }

  Charge fromWavefronts(int wavefronts) {
    return new Charge(units, granule, together, least, wavefronts);
  }

  /**
   * Returns the units charged to one holder for a wavefront or the whole group; 0 if not charged.
   */
  long of(long amount, int wavefronts, boolean ofAll) {
    if (wavefronts < fromWavefronts) {
      return 0;
    }
    long charged = Math.multiplyExact(Math.max(least, amount), units);
    return up(ofAll ? Math.multiplyExact(charged, up(wavefronts)) : charged, granule);
  }

  /** Returns the wavefronts that a group of so many counts as. */
  long up(int wavefronts) {
    return up(wavefronts, together);
  }

  private static long up(long value, long unit) {
    return Math.multiplyExact((value + unit - 1) / unit, unit);
  }
}
