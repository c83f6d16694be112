// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.control.Join;
import io.lockstep.execute.record.PathRecorder;
import io.lockstep.execute.record.SegmentRecorder;
import io.lockstep.trace.record.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a work-group's record into segments. A segment over its soft limit ends where all work-items
 * meet, over its hard limit wherever they are.
 */
final class SegmentCutter {
  private final SegmentRecorder recorder;
  private final PathRecorder paths;
  private final ExecutionOptions options;
  private final List<Segment> segments = new ArrayList<>();
  private boolean pathsMayRepeat;

  SegmentCutter(SegmentRecorder recorder, ExecutionOptions options) {
    this.recorder = recorder;
    this.paths = recorder.paths();
    this.options = options;
  }

  /** Starts a group's record with all its work-items at one block. */
  void begin(Fragment all) {
    recorder.reset();
    segments.clear();
    pathsMayRepeat = false;
    reopen(all);
  }

  /** Returns whether the open segment should end where all work-items meet. */
  boolean hasGrown() {
    return recorder.holds(options.segmentBytes()) || recorder.blocks() >= options.segmentBlocks();
  }

  /** Returns whether the open segment must end wherever the work-items are. */
  boolean hasGrownTooMuch() {
    return recorder.holds(options.hardSegmentBytes())
        || recorder.blocks() >= 16 * options.segmentBlocks();
  }

  /** Ends the segment and begins one with all live work-items together. */
  void cut(Fragment all) {
    close();
    reopen(all);
    pathsMayRepeat = false;
  }

  /**
   * Ends the segment and begins one with the work-items wherever they are.
   *
   * @param fragments all fragments that are ready, wait at a barrier, or run
   */
  void cutApart(List<Fragment> fragments) {
    close();
    reopen(fragments);
  }

  /** Ends the segment as {@link #cutApart} does, unless it is empty. */
  void mark(List<Fragment> fragments) {
    if (recorder.blocks() > 0) {
      cutApart(fragments);
    }
  }

  /** Discards the open segment; its work-items continue from where they are. */
  void takeBack(List<Fragment> fragments) {
    recorder.reset();
    reopen(fragments);
  }

  /** Ends the segment, unless empty; another group uses the recorder until {@link #resume}. */
  void suspend() {
    if (recorder.blocks() > 0) {
      close();
    }
  }

  /** Continues recording with the work-items wherever they are. */
  void resume(List<Fragment> fragments) {
    recorder.reset();
    reopen(fragments);
  }

  /** Returns the joins of fragments, including outer joins. */
  static List<Join<Fragment>> joins(List<Fragment> fragments) {
    List<Join<Fragment>> joins = new ArrayList<>();
    for (Fragment f : fragments) {
      for (Join<Fragment> join = f.join;
          join != null && !joins.contains(join);
          join = join.parent) {
        joins.add(join);
      }
    }
    return joins;
  }

  private void reopen(List<Fragment> fragments) {
    for (Fragment f : fragments) {
      reopen(f);
    }
    for (Join<Fragment> join : joins(fragments)) {
      if (join.arrived != null) {
        reopen(join.arrived);
      }
    }
    pathsMayRepeat = true;
  }

  /** Ends the group's record; returns all its segments. */
  List<Segment> finish() {
    if (recorder.blocks() > 0) {
      close();
    }
    return segments;
  }

  private void close() {
    segments.add(recorder.close(pathsMayRepeat));
    recorder.reset();
  }

  private void reopen(Fragment f) {
    paths.open(f.trail, f.block);
  }
}
