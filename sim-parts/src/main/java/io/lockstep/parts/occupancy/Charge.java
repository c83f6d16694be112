package io.lockstep.parts.occupancy;

/**
 * How much of a {@link Resource} is handed out for a kernel's need. Immutable, thread-safe.
 *
 * @param units units that one of the need takes (a register of a work-item: the lanes of a
 *     wavefront)
 * @param granule units are handed out in multiples of it
 * @param together a group has its wavefronts rounded up to a multiple of it
 * @param least of the need that is charged at least
 * @param fromWavefronts only groups of at least so many wavefronts are charged
 */
public record Charge(long units, long granule, int together, long least, int fromWavefronts) {
  /** As much as is needed. */
  static final Charge EXACT = new Charge(1, 1, 1, 0, 1);

  /**
   * Checked.
   *
   * @param units units that one of the need takes
   * @param granule units are handed out in multiples of it
   * @param together a group has its wavefronts rounded up to a multiple of it
   * @param least of the need that is charged at least
   * @param fromWavefronts only groups of at least so many wavefronts are charged
   */
  public Charge {
    if (units < 1 || granule < 1 || together < 1 || least < 0) {
      throw new IllegalArgumentException(
          "units "
              + units
              + ", granule "
              + granule
              + ", together "
              + together
              + ", least "
              + least);
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
   * {@return units that one holder is handed, 0 where its group is charged nothing}
   *
   * @param amount of the need
   * @param wavefronts of the holder's group
   * @param ofAll whether the holder is handed what all these wavefronts need
   */
  long of(long amount, int wavefronts, boolean ofAll) {
    if (wavefronts < fromWavefronts) {
      return 0;
    }
    long charged = Math.multiplyExact(Math.max(least, amount), units);
    return up(ofAll ? Math.multiplyExact(charged, up(wavefronts, together)) : charged, granule);
  }

  private static long up(long value, long unit) {
    return Math.multiplyExact((value + unit - 1) / unit, unit);
  }
}
