package io.lockstep.parts.device;

/**
 * Takes down what a machine's parts do, as intervals on tracks.
 *
 * <p>Events alone do not carry it: units run ahead of the clock and coalesce their events. So parts
 * that know an interval say it when it ends. Where no timeline is wanted a part holds null, and the
 * price is one comparison.
 */
public interface Timeline {
  /** {@link Recorder#track}: nobody wants to see it. */
  int UNSEEN = -1;

  /**
   * {@return the recorder for the parts of one partition}
   *
   * @param partition number of the partition
   */
  Recorder recorder(int partition);

  /** Takes down intervals of one partition, on that partition's thread. */
  interface Recorder {
    /**
     * Adds a track, on which intervals do not overlap unless one lies within another.
     *
     * @param component path of the component, for example {@code cu[3]}
     * @param lane the track among those of the component, for example {@code wavefront 5}
     * @return its number, or {@link #UNSEEN}
     */
    int track(String component, String lane);

    /**
     * Adds a track of what compact and Perfetto's own timelines have and JSON has not: requests at
     * slices, time of ports by cause.
     *
     * @param component path of the component
     * @param lane the track among those of the component
     * @return its number, or {@link #UNSEEN}, as for all but new recorders
     */
    default int detail(String component, String lane) {
      return UNSEEN;
    }

    /** {@return ticks of an interval, for what is counted by intervals} */
    default long interval() {
      return 1000;
    }

    /**
     * Takes an interval down.
     *
     * @param track number of the track, not {@link #UNSEEN}
     * @param kind what it was
     * @param start first tick
     * @param end tick at which it was over, not before its start
     * @param a first number, as the kind says; not negative
     * @param b second number; not negative
     */
    void slice(int track, SliceKind kind, long start, long end, long a, long b);
  }
}
