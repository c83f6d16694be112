// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import io.lockstep.observe.EventSorter.Event;
import io.lockstep.observe.EventSorter.Moment;
import io.lockstep.observe.PerfettoTracks.Shown;
import io.lockstep.observe.PerfettoTracks.Use;
import io.lockstep.spi.SliceKind;
import java.util.List;

/**
 * Writes a timeline in Perfetto's trace format, in the order of time. One nanosecond of the trace
 * is one tick of the device. Each device has two packet sequences, events and interval counters,
 * each in order.
 */
final class PerfettoTrace implements TimelineVisitor, AutoCloseable {
  private static final SliceKind[] KINDS = SliceKind.values();
  private static final int AT_ONCE = 1 << 16;

  // Ranks within a tick: intervals end before others begin.
  private static final int END = 0;
  private static final int MARK = 1;
  private static final int MOMENT = 2;
  private static final int BEGIN = 3;

  private final PerfettoWriter out;
  private final PerfettoTracks tracks;
  private final EventSorter events;
  private int devices;
  private TimelineVisitor.Subject subject;
  private List<String> kernels = List.of();
  private PerfettoFlows flows;
  private PerfettoCounters counters;

  PerfettoTrace(OutputFile out) {
    this(out, AT_ONCE);
  }

  /** Creates a writer that holds {@code atOnce} events in memory. */
  PerfettoTrace(OutputFile out, int atOnce) {
    this.out = new PerfettoWriter(out);
    tracks = new PerfettoTracks(this.out);
    events = new EventSorter(atOnce);
  }

  private long sequence() {
    return 2L * devices - 1;
  }

  @Override
  public void device(TimelineVisitor.Subject next, List<String> kernelNames) {
    drain();
    devices++;
    subject = next;
    kernels = kernelNames;
    tracks.device(next, sequence());
  }

  @Override
  public void part() {
    tracks.part();
  }

  @Override
  public void track(String component, String lane, boolean detail) {
    tracks.add(component, lane, detail);
  }

  @Override
  public void slice(int track, SliceKind kind, long start, long end, long a, long b) {
    int number = tracks.number(track);
    int of = kind.ordinal();
    if (kind == SliceKind.REQUEST || kind == SliceKind.INSTRUCTION) {
      events.add(new Event(new Moment(start, MARK, 0), number, of, a, b));
    } else if (kind == SliceKind.PORT_TIME) {
      long level =
          Math.min(
              b, subject.interval()); // if it covers several whole intervals: the amount of each
      events.add(new Event(new Moment(start, BEGIN, 0), number, of, a, level));
      events.add(new Event(new Moment(end, END, 0), number, of, a, level));
    } else if (start == end) {
      events.add(new Event(new Moment(start, MOMENT, 0), number, of, a, b));
    } else {
      events.add(
          new Event(new Moment(start, BEGIN, -end), number, of, a, b)); // the outer one first
      events.add(new Event(new Moment(end, END, -start), number, of, a, b)); // the inner one first
    }
  }

  @Override
  public void end() {
    drain();
    out.flush();
  }

  /** Writes the events of the device that was read. */
  private void drain() {
    if (subject == null) {
      return;
    }
    flows = new PerfettoFlows(devices, tracks);
    counters = new PerfettoCounters(out, tracks, subject.interval(), sequence());
    events.drain(this::event);
    counters.end();
  }

  private void event(Event e) {
    SliceKind kind = KINDS[e.kind()];
    Shown track = tracks.get(e.track());
    counters.until(e.at().time());
    if (e.at().rank() == MARK) {
      flows.mark(kind, e.track(), e.a(), e.b());
      return;
    }
    if (track.use() == Use.COUNTER) {
      counters.ports(track, e.at().rank() == BEGIN ? e.b() : -e.b());
      return;
    }
    if (track.use() != Use.LANE || kind == SliceKind.PORT_TIME) {
      return; // no part writes such events
    }
    long uuid = track.uuid();
    switch (e.at().rank()) {
      case BEGIN -> {
        counters.begins(kind, e.at().time(), -e.at().tie(), e.b());
        begins(uuid, kind, e.a(), e.b());
        long flow = flows.begins(kind, e.track(), e.a());
        (flow == 0 ? out : out.flow(flow)).done(e.at().time(), sequence());
      }
      case MOMENT -> {
        begins(uuid, kind, e.a(), e.b());
        out.done(e.at().time(), sequence());
        out.ends(uuid).done(e.at().time(), sequence());
      }
      default -> {
        counters.ends(kind);
        long flow = flows.ends(kind, e.track());
        if (flow != 0) {
          out.instant(uuid, "memory", "answer").lastFlow(flow).done(e.at().time(), sequence());
        }
        out.ends(uuid).done(e.at().time(), sequence());
      }
    }
  }

  private void begins(long uuid, SliceKind kind, long a, long b) {
    out.begins(uuid, kind.category(), name(kind, a, b));
    if (kind.isRequest()) {
      out.argument("client", a >>> PerfettoFlows.NUMBER_BITS);
      out.argument(kind.first(), a & (1L << PerfettoFlows.NUMBER_BITS) - 1);
    } else {
      out.argument(kind.first(), a);
    }
    out.argument(kind.second(), b);
  }

  private String name(SliceKind kind, long a, long b) {
    return switch (kind) {
      case LAUNCH -> a < kernels.size() ? kernels.get((int) a) : "kernel " + a;
      case GROUP -> "group " + a;
      case WAVEFRONT -> "wavefront " + a + "." + b;
      default -> kind.label();
    };
  }

  @Override
  public void close() {
    events.close();
  }
}
