// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Versions;
import io.lockstep.execute.record.PathRecorder;
import java.util.Arrays;

/**
 * Evaluates the branch at the end of a block and splits a fragment. Work-items are compared by
 * words of masks.
 */
final class Brancher {
  /**
   * Number of ranges of active work-items up to which a sum of predicates is tried before a mask.
   */
  private static final int FEW = 2;

  private final PathRecorder paths;
  private final Versions versions;
  private final int words;
  private long[][] masks; // of the work-items that take a successor
  private int[] successorOf = new int[2];
  private int parts;
  private Fragment source;
  private int outcomeBits;

  Brancher(int size, PathRecorder paths, Versions versions) {
    this.paths = paths;
    this.versions = versions;
    words = size + 63 >>> 6;
    masks = new long[2][words];
  }

  /**
   * Evaluates the selector and appends the outcome to the path.
   *
   * @return index of the successor if all work-items agree, otherwise -1
   */
  int evaluate(Fragment f, CompiledBlock b) {
    source = f;
    outcomeBits = b.outcomeBits;
    int outcome = b.predicated ? branch(f.lanes, b) : choose(f.lanes, b);
    if (outcome < 0) {
      for (int k = 0; k < parts - 1; k++) {
        paths.split(f.trail, masks[successorOf[k]]);
      }
    } else if (outcomeBits > 0) {
      paths.outcome(f.trail, outcome, outcomeBits);
    }
    return outcome;
  }

  private int branch(ActiveLanes lanes, CompiledBlock b) {
    if (b.predicate != null && b.predicate.isUniform()) {
      return (int) b.predicate.base() ^ b.invert;
    }
    int taken;
    if (lanes.sparse || lanes.ranges() > FEW) {
      taken = mask(lanes, b);
    } else {
      taken = 0;
      for (int r = 0; r < lanes.ranges(); r++) {
        taken += sum(b.selector, lanes.low[r], lanes.high[r]);
      }
      taken = b.invert == 0 ? taken : lanes.count - taken;
      if (taken > 0 && taken < lanes.count) {
        mask(lanes, b);
      }
    }
    if (taken == 0 || taken == lanes.count) {
      return taken == 0 ? 0 : 1;
    }
    parts = 2;
    successorOf[0] = 0;
    successorOf[1] = 1;
    return -1;
  }

  // Separate methods for the loops, each of which the JIT compiler optimises on its own.

  private static int sum(int[] values, int low, int high) {
    int n = 0;
    for (int i = low; i < high; i++) {
      n += values[i];
    }
    return n;
  }

  /** Sets the masks of both successors; returns how many work-items take the second. */
  private int mask(ActiveLanes lanes, CompiledBlock b) {
    long flip = -b.invert;
    int count = 0;
    for (int w = 0; w < words; w++) {
      long active = lanes.mask[w];
      long taken = active == 0 ? 0 : active & (ActiveLanes.word(b.selector, w << 6) ^ flip);
      masks[0][w] = active ^ taken;
      masks[1][w] = taken;
      count += Long.bitCount(taken);
    }
    return count;
  }

  private int choose(ActiveLanes lanes, CompiledBlock b) {
    int ways = b.successors.length;
    int first = clamp(b.selector[lanes.first()], ways);
    boolean same = true;
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        same &= clamp(b.selector[i], ways) == first;
      }
    }
    if (same) {
      return first;
    }
    if (masks.length < ways) {
      masks = new long[ways][words];
      successorOf = new int[ways];
    }
    for (int t = 0; t < ways; t++) {
      Arrays.fill(masks[t], 0);
    }
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        masks[clamp(b.selector[i], ways)][i >>> 6] |= 1L << i;
      }
    }
    parts = 0;
    for (int t = 0; t < ways; t++) {
      long any = 0;
      for (long word : masks[t]) {
        any |= word;
      }
      if (any != 0) {
        successorOf[parts++] = t;
      }
    }
    return -1;
  }

  private static int clamp(int value, int ways) {
    return Integer.compareUnsigned(value, ways - 1) > 0 ? ways - 1 : value;
  }

  int parts() {
    return parts;
  }

  int successor(int part) {
    return successorOf[part];
  }

  /** Fills a fragment with the work-items of a part. */
  void part(int part, Fragment into) {
    int t = successorOf[part];
    System.arraycopy(masks[t], 0, into.lanes.mask, 0, words);
    into.lanes.update(versions.next());
    paths.inherit(into.trail, source.trail);
    paths.outcome(into.trail, t, outcomeBits);
  }
}
