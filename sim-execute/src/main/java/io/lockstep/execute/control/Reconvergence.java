// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Versions;
import io.lockstep.execute.record.PathRecorder;
import io.lockstep.kernel.ir.ReconvergencePoints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fragments of a running group. They split at divergent branches and meet at the points of
 * {@link ReconvergencePoints}; fragments that pass a point, because they leave a loop or a function
 * early, wait at an outer one. Of the ready fragments, the fragment with the innermost join runs
 * first and, among equals, the fragment earliest in the control flow, so that neither results nor
 * cost depend on the order of blocks in the text.
 */
public final class Reconvergence {
  private final int size;
  private final CompiledBlock[] blocks;
  private final ReconvergencePoints points;
  private final PathRecorder paths;
  private final Versions versions;
  private final Brancher brancher;
  private final List<Fragment> ready = new ArrayList<>();
  private final List<Fragment> pool = new ArrayList<>();
  private final long[] live;
  private int liveCount;
  private final boolean tests; // whether any block begins with a test of barriers

  public Reconvergence(
      int size,
      CompiledBlock[] blocks,
      ReconvergencePoints points,
      PathRecorder paths,
      Versions versions) {
    this.size = size;
    this.blocks = blocks;
    this.points = points;
    this.paths = paths;
    this.versions = versions;
    brancher = new Brancher(size, paths, versions);
    live = new long[(size + 63) >>> 6];
    tests = Arrays.stream(blocks).anyMatch(CompiledBlock::tests);
  }

  /** Returns the state of another group of the launch. */
  public Reconvergence another() {
    return new Reconvergence(size, blocks, points, paths, versions);
  }

  /** Resets the state for the next group; returns an empty fragment for its work-items. */
  public Fragment begin() {
    ready.clear();
    Fragment f = fragment();
    f.block = 0;
    f.join = null;
    return f;
  }

  public void setLive(ActiveLanes lanes) {
    liveCount = lanes.count;
    System.arraycopy(lanes.mask, 0, live, 0, live.length);
  }

  /** Returns the number of work-items that have not exited. */
  public int liveCount() {
    return liveCount;
  }

  /** Returns a copy of the mask of work-items that have not exited. */
  long[] live() {
    return live.clone();
  }

  /** Returns the fragments that can run. */
  public List<Fragment> ready() {
    return ready;
  }

  public void add(Fragment f) {
    ready.add(f);
  }

  private Fragment fragment() {
    return pool.isEmpty() ? new Fragment(size) : pool.remove(pool.size() - 1);
  }

  private void retire(Fragment f) {
    paths.flush(f.trail);
    for (int w = 0; w < live.length; w++) {
      live[w] &= ~f.lanes.mask[w];
    }
    liveCount -= f.lanes.count;
    pool.add(f);
  }

  /** Ends a fragment; returns the fragment that continues from its join, or null. */
  public Fragment exit(Fragment f) {
    retire(f);
    return f.join == null ? null : leave(f.join);
  }

  /** Evaluates the branch at the end of a block; returns the fragment that continues, or null. */
  public Fragment branch(Fragment f, CompiledBlock block) {
    int uniform = brancher.evaluate(f, block);
    if (uniform >= 0) {
      return advance(f, block.id, block.successors[uniform]);
    }
    int parts = brancher.parts();
    Join<Fragment> join = joinOf(f, points.meet(block.id), parts);
    for (int k = 0; k < parts; k++) {
      Fragment part = fragment();
      brancher.part(k, part);
      part.join = join;
      Fragment next = advance(part, block.id, block.successors[brancher.successor(k)]);
      if (next != null) {
        ready.add(next);
      }
    }
    paths.drop(f.trail);
    pool.add(f);
    return null;
  }

  /** Returns the innermost join of the parts of a fragment that meet at a position. */
  private Join<Fragment> joinOf(Fragment f, int meet, int parts) {
    Join<Fragment> join = f.join;
    boolean meets = meet != ReconvergencePoints.NEVER;
    if (meets && (join == null || meet < join.position)) {
      return new Join<>(meet, points.block(meet), join, parts);
    }
    if (join != null) {
      join.outstanding += parts - 1;
      if (meets && meet > join.position) {
        around(join, meet);
      }
    }
    return join;
  }

  /**
   * Returns the join at a position that encloses joins at earlier positions, which is inserted if
   * there is none.
   *
   * @param inner a join at an earlier position
   */
  private Join<Fragment> around(Join<Fragment> inner, int position) {
    Join<Fragment> join = inner;
    while (join.parent != null && join.parent.position < position) {
      join = join.parent;
    }
    if (join.parent == null || join.parent.position != position) {
      join.parent = new Join<>(position, points.block(position), join.parent, 1);
    }
    return join.parent;
  }

  /**
   * Moves a fragment along an edge; returns the fragment that continues, or null if it waits.
   *
   * @param from the block that the fragment leaves
   */
  public Fragment advance(Fragment f, int from, int block) {
    f.block = block;
    Join<Fragment> join = f.join;
    if (join == null) {
      return f;
    }
    int position = points.position(from, block);
    if (position <= join.position) {
      return position < join.position ? f : arrive(f, join);
    }
    Join<Fragment> outer = join;
    while (outer != null && outer.position < position) {
      outer = outer.parent;
    }
    int frontier = points.frontier(position);
    if (outer == null ? frontier != ReconvergencePoints.NEVER : frontier < outer.position) {
      outer = around(join, frontier);
    }
    if (outer != null) {
      outer.outstanding++;
    }
    f.join = outer;
    Fragment others = leave(join);
    if (others != null) {
      ready.add(others);
    }
    return outer != null && outer.position == position ? arrive(f, outer) : f;
  }

  private Fragment arrive(Fragment f, Join<Fragment> join) {
    if (join.arrived == null) {
      join.arrived = f;
    } else {
      merge(join.arrived, f);
    }
    return leave(join);
  }

  /** Adds the work-items of another fragment at the same block, which is pooled. */
  private void merge(Fragment f, Fragment other) {
    paths.flush(f.trail);
    paths.flush(other.trail);
    f.lanes.add(other.lanes, versions.next());
    pool.add(other);
  }

  /** Counts down a join; returns the merged fragment when the last has arrived. */
  private Fragment leave(Join<Fragment> from) {
    for (Join<Fragment> join = from; join != null; join = join.parent) {
      if (--join.outstanding > 0) {
        return null;
      }
      Fragment f = join.arrived;
      if (f != null) {
        return goOn(f, join);
      }
    }
    return null;
  }

  /** Has the fragment that has arrived at a join continue from it. */
  private Fragment goOn(Fragment f, Join<Fragment> join) {
    f.join = join.parent;
    return f.join != null && f.join.position == join.position ? arrive(f, f.join) : f;
  }

  /** Lets the fragments that have arrived at a join continue without the missing ones. */
  void release(Join<Fragment> join) {
    Fragment f = join.arrived;
    join.arrived = null;
    if (join.parent != null) {
      join.parent.outstanding++; // the others will arrive there separately
    }
    Fragment next = goOn(f, join);
    if (next != null) {
      ready.add(next);
    }
  }

  /**
   * Lets some of the work-items that have arrived at a join continue without the others.
   *
   * @param part their mask
   */
  void release(Join<Fragment> join, long[] part) {
    Fragment rest = join.arrived;
    paths.flush(rest.trail);
    paths.split(rest.trail, part);
    Fragment gone = fragment();
    gone.block = rest.block;
    for (int w = 0; w < part.length; w++) {
      gone.lanes.mask[w] = part[w];
      rest.lanes.mask[w] &= ~part[w];
    }
    gone.lanes.update(versions.next());
    rest.lanes.update(versions.next());
    join.arrived = gone;
    release(join);
    join.arrived = rest;
  }

  /**
   * Removes and returns the next fragment to run, merged with others at the same block and join;
   * null if none is ready.
   */
  public Fragment select() {
    if (ready.isEmpty()) {
      return null;
    }
    int best = tests ? firstUnblocked() : 0;
    for (int i = best + 1; i < ready.size(); i++) {
      if (isBefore(ready.get(i), ready.get(best)) && !isBlocked(ready.get(i))) {
        best = i;
      }
    }
    Fragment f = ready.remove(best);
    mergeReady(f);
    return f;
  }

  /** Returns whether a fragment had better wait for arrivals at barriers in local memory. */
  public boolean isBlocked(Fragment f) {
    return tests && blocks[f.block].isBlocked(f.lanes);
  }

  /**
   * Returns the first ready fragment that need not wait for arrivals. If all wait, those at joins
   * with them continue without them; if there are none, returns the first one, whose test fails.
   */
  private int firstUnblocked() {
    boolean released = true;
    while (released) {
      for (int i = 0; i < ready.size(); i++) {
        if (!isBlocked(ready.get(i))) {
          return i;
        }
      }
      released = releaseOne();
    }
    return 0;
  }

  private boolean releaseOne() {
    for (Fragment f : ready) {
      for (Join<Fragment> join = f.join; join != null; join = join.parent) {
        if (join.arrived != null) {
          release(join);
          return true;
        }
      }
    }
    return false;
  }

  private boolean isBefore(Fragment a, Fragment b) {
    int depthA = a.join == null ? 0 : a.join.depth();
    int depthB = b.join == null ? 0 : b.join.depth();
    return depthA != depthB ? depthA > depthB : points.position(a.block) < points.position(b.block);
  }

  /** Merges the other ready fragments at the same block and join into a fragment. */
  private void mergeReady(Fragment f) {
    for (int i = ready.size() - 1; i >= 0; i--) {
      Fragment other = ready.get(i);
      if (other.block == f.block && other.join == f.join) {
        merge(f, other);
        ready.remove(i);
        if (f.join != null) {
          f.join.outstanding--;
        }
      }
    }
  }
}
