// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.spi.SliceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

final class TimelineReader {
  /** The device of the following parts, with the ticks of a counter interval. */
  record Subject(String id, String name, String workload, long tickHertz, long interval) {}

  interface Visitor {
    void device(Subject subject, List<String> kernels);

    /** Begins a part, in which tracks are numbered from 0. */
    void part();

    void track(String component, String lane, boolean detail);

    void slice(int track, SliceKind kind, long start, long end, long a, long b);

    void end();
  }

  private static final SliceKind[] KINDS = SliceKind.values();

  private TimelineReader() {}

  /** Reads a whole file and returns the number of intervals; throws if the file is damaged. */
  static long read(Path path, Visitor visitor) {
    return read(path, visitor, new Meter());
  }

  /** As {@link #read(Path, Visitor)}, with a meter of the progress. */
  static long read(Path path, Visitor visitor, Meter meter) {
    try (BlockReader in = new BlockReader(path, TimelineFormat.MAGIC, "timeline (.lktl)")) {
      meter.phase("converting", "bytes", OptionalLong.of(in.bytes()));
      meter.part(1, in::position);
      long slices = 0;
      int tracks = 0;
      TickScale scale = null;
      while (true) {
        switch (in.next()) {
          case TimelineFormat.DEVICE -> {
            scale = device(in, visitor);
            tracks = 0;
          }
          case TimelineFormat.PART -> {
            visitor.part();
            tracks = 0;
          }
          case TimelineFormat.SLICES -> {
            if (scale == null) {
              throw in.damaged("expected a device before its intervals");
            }
            long before = 0;
            while (in.hasMore()) {
              int type = in.readByte();
              if (type == TimelineFormat.TRACK || type == TimelineFormat.DETAIL) {
                visitor.track(in.readText(), in.readText(), type == TimelineFormat.DETAIL);
                tracks++;
                continue;
              }
              int track = in.readInt();
              before += in.readSigned();
              long length = in.readNumber();
              long a = in.readNumber();
              long b = in.readNumber();
              if (type > KINDS.length || track >= tracks || a < 0 || b < 0) {
                throw in.damaged("an interval of kind " + type + " on track " + track);
              }
              if (length < 0 || before < 0 || before + length < 0 || !scale.fits(before + length)) {
                throw in.damaged("an interval of " + length + " ticks from " + before);
              }
              visitor.slice(track, KINDS[type - 1], before, before + length, a, b);
              slices++;
            }
          }
          case TimelineFormat.END -> {
            long expected = in.readNumber();
            if (expected != slices || !in.atEnd()) {
              throw in.damaged("expected the end after " + expected + " intervals, read " + slices);
            }
            visitor.end();
            return slices;
          }
          default -> throw in.damaged("a block of unknown type");
        }
      }
    }
  }

  private static TickScale device(BlockReader in, Visitor visitor) {
    String id = in.readText();
    String name = in.readText();
    String workload = in.readText();
    long hertz = in.readNumber();
    if (hertz < 1) {
      throw in.damaged("a clock of " + hertz + " Hz");
    }
    long interval = in.readNumber();
    if (interval < 1) {
      throw in.damaged("intervals of " + interval + " ticks");
    }
    List<String> kernels = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      kernels.add(in.readText());
    }
    visitor.device(new Subject(id, name, workload, hertz, interval), kernels);
    return new TickScale(hertz);
  }
}
