// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.observe.PerfettoTracks.Shown;
import io.lockstep.spi.SliceKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counter tracks: resident wavefronts and ports' time at each change; DRAM bytes and hits by
 * interval. Counters by interval use a separate packet sequence, since an interval's sum is known
 * only at its end.
 */
final class PerfettoCounters {
  /** A value that changes with events. */
  private static final class Level {
    private final long uuid;
    private long value;
    private boolean changed;

    Level(long uuid) {
      this.uuid = uuid;
    }
  }

  private final PerfettoWriter out;
  private final PerfettoTracks tracks;
  private final long interval;
  private final long sequence;
  private final Map<Long, Level> levels = new LinkedHashMap<>(); // by track
  private final List<Level> changed = new ArrayList<>();
  private final IntervalSum[] bytes;
  private final long[] shown = new long[2]; // last value written for bytes
  private final IntervalSum hits;
  private final IntervalSum lookups;
  private final Level resident;
  private long now;

  PerfettoCounters(PerfettoWriter out, PerfettoTracks tracks, long interval, long sequence) {
    this.out = out;
    this.tracks = tracks;
    this.interval = interval;
    this.sequence = sequence;
    bytes = new IntervalSum[] {new IntervalSum(interval), new IntervalSum(interval)};
    hits = new IntervalSum(interval);
    lookups = new IntervalSum(interval);
    resident =
        new Level(
            tracks.counter(
                "resident wavefronts",
                "wavefronts",
                "wavefronts",
                "Wavefronts that are on compute units which the timeline holds."));
  }

  /** Advances to a tick before which no more events follow. */
  void until(long tick) {
    if (tick == now) {
      return;
    }
    flushLevels();
    now = tick;
    intervals(tick / interval);
  }

  private void flushLevels() {
    for (Level level : changed) {
      out.value(level.uuid, level.value).done(now, sequence);
      level.changed = false;
    }
    changed.clear();
  }

  private void change(Level level, long by) {
    level.value += by;
    if (!level.changed) {
      level.changed = true;
      changed.add(level);
    }
  }

  /** Adds a unit's port time when its interval begins, and subtracts it at the end. */
  void ports(Shown track, long by) {
    change(levels.computeIfAbsent(track.uuid(), Level::new), by);
    long all =
        tracks.counter(
            "ports: " + track.name(),
            "port ticks",
            "ports",
            ("Ticks that issue ports spent on %s in an interval of %s ticks, all ports of"
                    + " all units together.")
                .formatted(track.name(), interval));
    change(levels.computeIfAbsent(all, Level::new), by);
  }

  void begins(SliceKind kind, long start, long end, long b) {
    switch (kind) {
      case WAVEFRONT -> change(resident, 1);
      case DRAM_READ -> bytes[0].add(start, end, b);
      case DRAM_WRITE -> bytes[1].add(start, end, b);
      case L2_HIT -> {
        hits.add(start, start + 1, 1);
        lookups.add(start, start + 1, 1);
      }
      case L2_MISS -> lookups.add(start, start + 1, 1);
      default -> {}
    }
  }

  void ends(SliceKind kind) {
    if (kind == SliceKind.WAVEFRONT) {
      change(resident, -1);
    }
  }

  /** Writes the intervals before the given one, in order. */
  private void intervals(long before) {
    while (true) {
      long number = Math.min(Math.min(bytes[0].next(), bytes[1].next()), lookups.next());
      if (number >= before) {
        return;
      }
      for (int k = 0; k < bytes.length; k++) {
        if (bytes[k].next() == number) {
          long value = bytes[k].take(number);
          if (value != shown[k]) {
            out.value(dram(k), value).done(number * interval, sequence + 1);
            shown[k] = value;
          }
        }
      }
      if (lookups.next() == number) {
        long found = hits.next() == number ? hits.take(number) : 0;
        long all = lookups.take(number);
        if (all > 0) { // no lookups, no rate
          out.value(hitRate(), 100.0 * found / all).done(number * interval, sequence + 1);
        }
      }
    }
  }

  private long dram(int k) {
    String direction = k == 0 ? "read" : "written";
    return tracks.counter(
        "DRAM " + direction,
        "bytes",
        "DRAM",
        ("Bytes that all channels which the timeline holds have %s in an interval of %s"
                + " ticks.")
            .formatted(direction, interval));
  }

  private long hitRate() {
    return tracks.counter(
        "L2 hit rate",
        "%",
        "L2",
        "Share of reads that slices answered from what they held, in an interval of "
            + interval
            + " ticks.");
  }

  /** Writes the remaining values of the device. */
  void end() {
    flushLevels();
    intervals(Long.MAX_VALUE);
  }
}
