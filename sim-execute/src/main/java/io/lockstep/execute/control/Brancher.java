// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Versions;
import io.lockstep.execute.record.PathRecorder;
import java.util.Arrays;

/** Evaluates the branch at the end of a block and splits a fragment. */
final class Brancher {
  private final PathRecorder paths;
  private final Versions versions;
  private final int[] targets;
  private boolean[] reached = new boolean[2]; // whether any work-item takes a successor
  private int[] children = new int[16];
  private int[] index = new int[16];
  private int parts;
  private final long[] rest; // mask of the work-items in no part so far
  private int[] successorOf = new int[2];
  private Fragment source;
  private CompiledBlock block;

  Brancher(int size, PathRecorder paths, Versions versions) {
    this.paths = paths;
    this.versions = versions;
    targets = new int[size];
    rest = new long[size + 63 >>> 6];
  }

  /**
   * Evaluates the selector and appends the outcomes to the paths.
   *
   * @return index of the successor if all work-items agree, otherwise -1
   */
  int evaluate(Fragment f, CompiledBlock b) {
    source = f;
    block = b;
    int ways = b.successors.length;
    ActiveLanes lanes = f.lanes;
    if (b.predicated) {
      int taken = 0;
      for (int r = 0; r < lanes.ranges; r++) {
        taken += sum(b.selector, lanes.low[r], lanes.high[r]);
      }
      if (taken == 0 || taken == lanes.count) {
        return uniform(f, b, (taken == 0 ? 0 : 1) ^ b.invert);
      }
    } else {
      int first = clamp(b.selector[lanes.first()], ways);
      boolean same = true;
      for (int r = 0; r < lanes.ranges; r++) {
        for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
          same &= clamp(b.selector[i], ways) == first;
        }
      }
      if (same) {
        return uniform(f, b, first);
      }
    }
    split(f, b, ways);
    return -1;
  }

  private static int clamp(int value, int ways) {
    return Integer.compareUnsigned(value, ways - 1) > 0 ? ways - 1 : value;
  }

  private static int sum(int[] values, int low, int high) {
    int n = 0;
    for (int i = low; i < high; i++) {
      n += values[i];
    }
    return n;
  }

  private int uniform(Fragment f, CompiledBlock b, int outcome) {
    if (b.outcomeBits > 0) {
      for (int i = 0; i < f.classCount; i++) {
        paths.outcome(f.classes[i], outcome, b.outcomeBits);
      }
    }
    return outcome;
  }

  private void split(Fragment f, CompiledBlock b, int ways) {
    if (reached.length < ways) {
      reached = new boolean[ways];
      successorOf = new int[ways];
    }
    Arrays.fill(reached, 0, ways, b.predicated); // work-items that agree do not come here
    int cells = f.classCount * ways;
    if (children.length < cells) {
      children = new int[2 * cells];
    }
    Arrays.fill(children, 0, cells, -1);
    ActiveLanes lanes = f.lanes;
    System.arraycopy(lanes.mask, 0, rest, 0, rest.length);
    if (b.predicated) {
      for (int r = 0; r < lanes.ranges; r++) {
        invert(b.selector, b.invert, lanes.low[r], lanes.high[r]);
      }
    } else {
      for (int r = 0; r < lanes.ranges; r++) {
        limit(b.selector, ways, lanes.low[r], lanes.high[r]);
      }
    }
    boolean single = f.classCount == 1;
    if (single) {
      for (int t = 0; t < ways; t++) {
        children[t] = reached[t] ? -2 : -1;
      }
    } else {
      indexClasses(f);
      for (int r = 0; r < lanes.ranges; r++) {
        for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
          children[index[paths.classOf(i)] * ways + targets[i]] = -2;
        }
      }
    }
    if (fork(f, b, ways)) {
      for (int r = 0; r < lanes.ranges; r++) {
        for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
          int k = single ? 0 : index[paths.classOf(i)];
          paths.assign(i, children[k * ways + targets[i]]);
        }
      }
    }
    parts = 0;
    for (int t = 0; t < ways; t++) {
      if (reached[t]) {
        successorOf[parts++] = t;
      }
    }
  }

  // Separate methods for the loops, each of which the JIT compiler optimises on its own.

  private void invert(int[] selector, int invert, int low, int high) {
    for (int i = low; i < high; i++) {
      targets[i] = selector[i] ^ invert;
    }
  }

  private void limit(int[] selector, int ways, int low, int high) {
    for (int i = low; i < high; i++) {
      targets[i] = clamp(selector[i], ways);
      reached[targets[i]] = true;
    }
  }

  /**
   * Gives each part of a class a class, the first part its own, and appends the outcomes.
   *
   * @return whether any class has several parts
   */
  private boolean fork(Fragment f, CompiledBlock b, int ways) {
    boolean forked = false;
    for (int k = 0; k < f.classCount; k++) {
      int c = f.classes[k];
      int keeper = -1;
      for (int t = 0; t < ways; t++) {
        if (children[k * ways + t] == -2) {
          forked |= keeper >= 0;
          children[k * ways + t] = keeper < 0 ? c : paths.fork(c);
          keeper = keeper < 0 ? t : keeper;
        }
      }
      for (int t = 0; t < ways; t++) {
        if (children[k * ways + t] >= 0) {
          paths.outcome(children[k * ways + t], t, b.outcomeBits);
        }
      }
    }
    return forked;
  }

  /** Sets the positions of classes in the fragment's list; they are numbered by segment. */
  private void indexClasses(Fragment f) {
    for (int k = 0; k < f.classCount; k++) {
      int c = f.classes[k];
      if (c >= index.length) {
        index = Arrays.copyOf(index, 2 * c + 1);
      }
      index[c] = k;
    }
  }

  int parts() {
    return parts;
  }

  int successor(int part) {
    return successorOf[part];
  }

  /** Fills a fragment with the work-items of the next part; called for each part in order. */
  void part(int part, Fragment into) {
    int t = successorOf[part];
    int ways = block.successors.length;
    ActiveLanes lanes = source.lanes;
    ActiveLanes to = into.lanes;
    to.clear();
    for (int r = 0; r < lanes.ranges && part < parts - 1; r++) {
      to.add(targets, t, lanes.low[r], lanes.high[r]);
    }
    for (int w = 0; w < rest.length; w++) {
      if (part == parts - 1) {
        to.mask[w] = rest[w];
      } else {
        rest[w] &= ~to.mask[w];
      }
    }
    to.update(versions.next());
    into.classCount = 0;
    for (int k = 0; k < source.classCount; k++) {
      int child = children[k * ways + t];
      if (child >= 0) {
        into.addClass(child);
      }
    }
  }
}
