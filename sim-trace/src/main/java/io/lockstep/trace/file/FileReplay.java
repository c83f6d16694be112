// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ItemCursor;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A replay of a trace file. Holds one chunk in memory. */
final class FileReplay extends ItemCursor {
  private final Program program;
  private final Outcome outcome;
  private final TraceIndex index;
  private final FrameReader frames;
  private int chunks;
  private ChunkReader chunk;
  private HostStep.Launch launch;
  private long group;
  private boolean closed;

  FileReplay(Program program, Outcome outcome, TraceIndex index, FrameReader frames) {
    this.program = program;
    this.outcome = outcome;
    this.index = index;
    this.frames = frames;
  }

  @Override
  public OptionalLong plannedGroups() {
    return OptionalLong.of(index.groups());
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  protected ProgramItem take() {
    int event = nextEvent();
    if (launch != null) {
      return inLaunch(event);
    }
    if (event < 0) {
      return ProgramItem.END;
    }
    if (event != TraceEncoder.STEP) {
      throw chunk.column(Column.EVENT).bad("a step was expected, found event " + event);
    }
    HostStep step =
        StepCodec.decode(chunk.column(Column.STEP), chunk.column(Column.ARGUMENT), program);
    launch = step.asLaunch();
    group = -1;
    return step;
  }

  private ProgramItem inLaunch(int event) {
    if (event == TraceEncoder.GROUP) {
      return readGroup();
    }
    if (event != TraceEncoder.LAUNCH_END) {
      throw frames.bad(
          index.outcomePosition(),
          "damaged trace: the end of launch " + launch.number() + " was expected");
    }
    ColumnCursor in = chunk.column(Column.STEP);
    launch = null;
    return new LaunchEnd(in.readSignedInt(), in.readSignedInt());
  }

  @Override
  protected Outcome finalOutcome() {
    return outcome;
  }

  /** Returns the kind of the next event, or -1 after the last chunk. */
  private int nextEvent() {
    if (closed) {
      throw new IllegalStateException("the replay is closed");
    }
    int event = chunk == null ? -1 : chunk.nextEvent();
    if (event >= 0) {
      return event;
    }
    if (!nextChunk(0)) {
      return -1;
    }
    return chunk.nextEvent();
  }

  /** Moves to the next chunk and checks that it continues this one. */
  private boolean nextChunk(int carriedSegments) {
    if (chunk != null) {
      chunk.expectEnd();
    }
    if (chunks == index.chunks().size()) {
      chunk = null;
      return false;
    }
    chunk = frames.chunk(index.chunks().get(chunks++));
    if (chunk.carriedSegments() != carriedSegments
        || chunk.startsInLaunch() != (launch != null)
        || launch != null && chunk.lastGroup() != group) {
      throw chunk.column(Column.EVENT).bad("the continuation of the previous chunk was expected");
    }
    return true;
  }

  @Override
  public void close() {
    closed = true;
    chunk = null;
  }

  private WorkGroupRecord readGroup() {
    ColumnCursor in = chunk.column(Column.GROUP);
    long id = group + 1 + in.read();
    if (id <= group || id >= launch.geometry().groups()) {
      throw in.bad(
          "a work-group below " + launch.geometry().groups() + " was expected, found " + id);
    }
    group = id;
    int count = in.readInt();
    List<Segment> segments = new ArrayList<>();
    while (segments.size() < count) {
      if (chunk.hasSegment()) {
        segments.add(chunk.segment(launch.geometry().groupSize()));
      } else if (!nextChunk(count - segments.size())) {
        throw in.bad("the rest of work-group " + id + " was expected in a next chunk");
      }
    }
    return new WorkGroupRecord(id, segments);
  }
}
