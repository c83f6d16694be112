// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

/**
 * Records the activity of a machine's parts as intervals on tracks. Events do not suffice, as units
 * run ahead of the clock and coalesce their events. Parts report an interval when it ends; without
 * a timeline they hold null.
 */
public interface Timeline {
  /** Result of {@link Recorder#track} for a track that a filter excludes. */
  int UNSEEN = -1;

  /**
   * {@return the recorder for the parts of one partition}
   *
   * @param partition number of the partition
   */
  Recorder recorder(int partition);

  /** Records intervals of one partition, on that partition's thread. */
  interface Recorder {
    /**
     * Adds a track, whose intervals are disjoint or nested.
     *
     * @param component path of the component, for example {@code cu[3]}
     * @param lane name of the track within the component, for example {@code wavefront 5}
     * @return number of the track, or {@link #UNSEEN}
     */
    int track(String component, String lane);

    /**
     * Adds a detail track, which compact and Perfetto timelines contain but JSON does not: requests
     * at slices, port cycles by reason.
     *
     * @param component path of the component
     * @param lane name of the track within the component
     * @return number of the track, or {@link #UNSEEN}, the default of recorders without details
     */
    default int detail(String component, String lane) {
      return UNSEEN;
    }

    /** {@return length in ticks of the interval for counters} */
    default long interval() {
      return 1000;
    }

    /**
     * Records an interval.
     *
     * @param track number of the track, not {@link #UNSEEN}
     * @param kind kind of activity
     * @param start first tick
     * @param end tick at which it ended, not before its start
     * @param a first number, as defined by the kind; not negative
     * @param b second number; not negative
     */
    void slice(int track, SliceKind kind, long start, long end, long a, long b);
  }
}
