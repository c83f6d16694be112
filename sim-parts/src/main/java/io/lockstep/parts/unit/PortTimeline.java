// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.stats.IssueScheme;
import java.util.Arrays;

/**
 * Shows the time of a unit's issue ports on a timeline, by reason and interval; idle time is
 * omitted. Each port reports its time in order; ports may be ahead of each other.
 */
final class PortTimeline {
  private final Timeline.Recorder recorder;
  private final int[] track; // by reason: track
  private final int idle;
  private final long interval;
  private final long[] begun; // by port: start of the open interval
  private final long[][] spent; // by port and reason: ticks of the open interval

  private PortTimeline(Timeline.Recorder recorder, int[] track, int idle, int ports, long since) {
    this.recorder = recorder;
    this.track = track;
    this.idle = idle;
    interval = recorder.interval();
    begun = new long[ports];
    Arrays.fill(begun, since);
    spent = new long[ports][track.length];
  }

  /** Creates the tracks of a unit; returns null if the tracks are not recorded. */
  static PortTimeline of(
      Timeline.Recorder recorder, String component, IssueScheme scheme, int ports, long since) {
    int[] track = new int[scheme.causes().size()];
    for (int c = 0; c < track.length; c++) {
      track[c] =
          c == scheme.idle().ordinal()
              ? Timeline.UNSEEN
              : recorder.detail(component, scheme.statistic(c));
    }
    int any = scheme.idle().ordinal() == 0 ? track.length - 1 : 0;
    return track[any] == Timeline.UNSEEN
        ? null
        : new PortTimeline(recorder, track, scheme.idle().ordinal(), ports, since);
  }

  void charge(int port, long from, long until, int cause) {
    long at = Math.max(from, begun[port]);
    while (at < until) {
      long end = at - at % interval + interval;
      if (at % interval == 0 && until >= end) { // whole intervals
        long whole = (until - at) / interval * interval;
        slice(at, at + whole, port, cause, whole);
        at += whole;
        begun[port] = at;
        continue;
      }
      long part = Math.min(until, end) - at;
      spent[port][cause] += part;
      at += part;
      if (at == end) {
        flush(port, end);
      }
    }
  }

  private void flush(int port, long end) {
    long[] of = spent[port];
    for (int c = 0; c < of.length; c++) {
      if (of[c] > 0) {
        slice(begun[port], end, port, c, of[c]);
        of[c] = 0;
      }
    }
    begun[port] = end;
  }

  private void slice(long from, long until, int port, int cause, long ticks) {
    if (cause != idle) {
      recorder.slice(track[cause], SliceKind.PORT_TIME, from, until, port, ticks);
    }
  }

  /** Reduces a port's charged time by the ticks beyond the end of the recording. */
  void lessBy(int port, long ticks, int cause) {
    spent[port][cause] -= Math.min(spent[port][cause], ticks);
  }

  void end(long tick) {
    for (int p = 0; p < begun.length; p++) {
      flush(p, Math.max(begun[p], tick));
    }
  }
}
