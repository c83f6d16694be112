// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.run.launch.LaunchCursor;
import io.lockstep.run.launch.LaunchSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The steps of a program, pass by pass: the warm-ups, then the measured pass. It is the source of
 * launches of a program that declares no streams, whose host reads no further step while a launch
 * runs.
 */
public final class ProgramPasses implements LaunchSource {
  private final Supplier<ProgramSource> passes;
  private final List<LaunchCursor> cursors = new ArrayList<>();
  private ProgramSource source;
  private ProgramReader reader;
  private int warmupsLeft;

  /**
   * @param passes opens the program for each pass
   */
  public ProgramPasses(Supplier<ProgramSource> passes) {
    this.passes = passes;
    open();
    warmupsLeft = program().warmups();
  }

  private void open() {
    source = passes.get();
    reader = new ProgramReader(source);
  }

  Program program() {
    return source.program();
  }

  /** Returns the number of passes left, including the current one. */
  int left() {
    return 1 + warmupsLeft;
  }

  /** Returns whether operations may run side by side, which needs declared streams. */
  boolean overlaps() {
    return program().streams().any();
  }

  /**
   * Returns a source of launches for one slot. A host that reads ahead of running launches needs a
   * replay for each slot; otherwise the launches are read here.
   */
  LaunchSource launches() {
    return overlaps() ? cursor() : this;
  }

  /** Returns a replay of the program's launches, which is closed with these passes. */
  LaunchCursor cursor() {
    LaunchCursor cursor = new LaunchCursor(passes);
    cursors.add(cursor);
    return cursor;
  }

  /** Advances to the next step; END after the last of this pass. */
  WorkGroupSource.Status next() {
    return reader.next();
  }

  /** Opens the next pass, with so many warm-ups before the measured one. */
  void repeat(int warmups) {
    warmupsLeft = warmups;
    source.close();
    open();
  }

  HostStep step() {
    return reader.step();
  }

  @Override
  public ProgramReader seek(long number) {
    return reader;
  }

  /** Does nothing: {@link #repeat} opens the next pass. */
  @Override
  public void rewind() {}

  public void close() {
    source.close();
    cursors.forEach(LaunchCursor::close);
  }
}
