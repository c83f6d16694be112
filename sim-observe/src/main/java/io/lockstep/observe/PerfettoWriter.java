// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;

/**
 * Writes packets of a Perfetto trace. Field numbers are those of perfetto.protos.Trace, as
 * published with its sources (protos/perfetto/trace/trace_packet.proto and track_event/*.proto).
 */
final class PerfettoWriter {
  // Fields of Trace and TracePacket
  private static final int PACKET = 1;
  private static final int TIMESTAMP = 8;
  private static final int SEQUENCE = 10;
  private static final int TRACK_EVENT = 11;
  private static final int TRACK_DESCRIPTOR = 60;

  // Fields of TrackDescriptor
  private static final int UUID = 1;
  private static final int NAME = 2;
  private static final int PARENT = 5;
  private static final int COUNTER = 8;
  private static final int CHILD_ORDERING = 11;
  private static final int SIBLING_RANK = 12;
  private static final int DESCRIPTION = 14;
  private static final int SIBLING_MERGE = 15;
  private static final int EXPLICIT = 3; // value of CHILD_ORDERING
  private static final int NO_MERGE = 2; // value of SIBLING_MERGE

  // Fields of CounterDescriptor
  private static final int UNIT_NAME = 6;
  private static final int SHARED_AXIS = 7;

  // Fields of TrackEvent
  private static final int ANNOTATION = 4;
  private static final int TYPE = 9;
  private static final int TRACK = 11;
  private static final int CATEGORY = 22;
  private static final int EVENT_NAME = 23;
  private static final int VALUE = 44;
  private static final int FLOW = 47;
  private static final int LAST_FLOW = 48;
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int INSTANT = 3;
  private static final int COUNT = 4;

  // Fields of DebugAnnotation
  private static final int UNSIGNED = 3;
  private static final int ANNOTATION_NAME = 10;

  private static final int BUFFER = 1 << 16;

  /** The description of a track; uuids are not 0, a parent of 0 means none. */
  record Track(long uuid, long parent, long rank, String name, String description) {}

  private final OutputFile out;
  private final ProtoMessage whole = new ProtoMessage();
  private final ProtoMessage packet = new ProtoMessage();
  private final ProtoMessage inner = new ProtoMessage();
  private final ProtoMessage innermost = new ProtoMessage();

  PerfettoWriter(OutputFile out) {
    this.out = out;
  }

  /** Writes a track whose events have a duration, or that has children. */
  void track(Track track, long sequence) {
    describe(track);
    inner.number(CHILD_ORDERING, EXPLICIT).number(SIBLING_MERGE, NO_MERGE);
    packet.clear().number(SEQUENCE, sequence).message(TRACK_DESCRIPTOR, inner);
    put();
  }

  /** Writes a counter; counters with the same axis and parent are drawn to the same scale. */
  void counter(Track track, String unit, String axis, long sequence) {
    describe(track);
    innermost.clear().text(UNIT_NAME, unit).text(SHARED_AXIS, axis);
    inner.message(COUNTER, innermost).number(SIBLING_MERGE, NO_MERGE);
    packet.clear().number(SEQUENCE, sequence).message(TRACK_DESCRIPTOR, inner);
    put();
  }

  private void describe(Track track) {
    inner.clear().number(UUID, track.uuid).text(NAME, track.name);
    if (track.parent != 0) {
      inner.number(PARENT, track.parent);
    }
    inner.number(SIBLING_RANK, track.rank).text(DESCRIPTION, track.description);
  }

  /** Begins an event: {@link #argument}s and flows may follow, then {@link #done}. */
  private ProtoMessage event(int type, long track) {
    return inner.clear().number(TYPE, type).number(TRACK, track);
  }

  PerfettoWriter begins(long track, String category, String name) {
    event(BEGIN, track).text(CATEGORY, category).text(EVENT_NAME, name);
    return this;
  }

  /** Ends the innermost open interval of a track. */
  PerfettoWriter ends(long track) {
    event(END, track);
    return this;
  }

  PerfettoWriter instant(long track, String category, String name) {
    event(INSTANT, track).text(CATEGORY, category).text(EVENT_NAME, name);
    return this;
  }

  PerfettoWriter value(long track, double value) {
    event(COUNT, track).real(VALUE, value);
    return this;
  }

  PerfettoWriter argument(String name, long value) {
    innermost.clear().text(ANNOTATION_NAME, name).number(UNSIGNED, value);
    inner.message(ANNOTATION, innermost);
    return this;
  }

  /** Adds a flow that begins at, or passes through, the event. */
  PerfettoWriter flow(long id) {
    inner.fixed64(FLOW, id);
    return this;
  }

  PerfettoWriter lastFlow(long id) {
    inner.fixed64(LAST_FLOW, id);
    return this;
  }

  void done(long time, long sequence) {
    packet.clear().number(TIMESTAMP, time).number(SEQUENCE, sequence).message(TRACK_EVENT, inner);
    put();
  }

  private void put() {
    whole.message(PACKET, packet);
    if (whole.size() > BUFFER) {
      flush();
    }
  }

  void flush() {
    out.write(whole.bytes(), 0, whole.size());
    whole.clear();
  }
}
