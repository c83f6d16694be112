// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;

/**
 * Records the data bus of one DRAM channel on a timeline. Consecutive transfers in one direction
 * without a gap form one interval. Belongs to its channel's partition.
 */
public final class DramTimeline {
  private final Timeline.Recorder recorder;
  private final int track;
  private boolean write;
  private long start;
  private long end;
  private long requests;
  private long bytes;

  private DramTimeline(Timeline.Recorder recorder, int track) {
    this.recorder = recorder;
    this.track = track;
  }

  /**
   * {@return the track of a channel; null if a filter excludes it}
   *
   * @param recorder recorder of the channel's partition
   * @param channel number of the channel
   */
  public static DramTimeline of(Timeline.Recorder recorder, int channel) {
    int track = recorder.track("dram[" + channel + "]", "bus");
    return track == Timeline.UNSEEN ? null : new DramTimeline(recorder, track);
  }

  void transfer(boolean isWrite, long from, long until, int size) {
    if (requests > 0 && (isWrite != write || from > end)) {
      flush();
    }
    if (requests == 0) {
      write = isWrite;
      start = Math.max(from, end); // rounding to ticks must not make intervals overlap
    }
    end = Math.max(start, until);
    requests++;
    bytes += size;
  }

  void flush() {
    if (requests > 0) {
      recorder.slice(
          track, write ? SliceKind.DRAM_WRITE : SliceKind.DRAM_READ, start, end, requests, bytes);
      requests = 0;
      bytes = 0;
    }
  }
}
