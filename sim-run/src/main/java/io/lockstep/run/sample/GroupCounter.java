// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.kernel.ir.Block;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.List;

/** Counts the instructions of one work-group at a time. Not thread-safe. */
final class GroupCounter {
  private final List<Block> blocks;
  private final int width; // work-items of a wavefront
  private final int wavefronts;
  private final long[] ofWavefront;
  private long[] ofPath = new long[16];

  GroupCounter(LaunchPlan plan) {
    blocks = plan.code().executed().blocks();
    int items = plan.geometry().groupSize();
    wavefronts = Math.max(1, plan.occupancy().wavefrontsPerGroup());
    width = (items + wavefronts - 1) / wavefronts;
    ofWavefront = new long[wavefronts];
  }

  int wavefronts() {
    return wavefronts;
  }

  void count(WorkGroupRecord group) {
    Arrays.fill(ofWavefront, 0);
    for (Segment s : group.segments()) {
      count(s);
    }
  }

  /** Returns the instructions of the group counted last, summed over its wavefronts. */
  long sum() {
    long sum = 0;
    for (long of : ofWavefront) {
      sum += of;
    }
    return sum;
  }

  /** Returns the most instructions of a wavefront in the group counted last. */
  long longest() {
    long longest = 0;
    for (long of : ofWavefront) {
      longest = Math.max(longest, of);
    }
    return longest;
  }

  private void count(Segment s) {
    if (ofPath.length < s.paths()) {
      ofPath = new long[2 * s.paths()];
    }
    for (int p = 0; p < s.paths(); p++) {
      ofPath[p] = path(s, p, null);
    }
    for (int w = 0; w < wavefronts; w++) {
      ofWavefront[w] += s.isUniform() ? ofPath[0] : longest(s, w);
    }
  }

  private long longest(Segment s, int wavefront) {
    long most = 0;
    int last = -1;
    int end = Math.min(s.workItems(), (wavefront + 1) * width);
    for (int i = wavefront * width; i < end; i++) {
      int path = s.pathOf(i);
      if (path != last && path >= 0) {
        most = Math.max(most, ofPath[path]);
      }
      last = path;
    }
    return most;
  }

  /**
   * Returns the instructions of a path.
   *
   * @param visits by block: gets one more for each visit; may be null
   */
  long path(Segment s, int path, long[] visits) {
    long instructions = 0;
    int at = s.firstBlock(path);
    int bit = s.firstOutcome(path);
    for (int n = s.blockCount(path); n > 0; n--) {
      Block block = blocks.get(at);
      instructions += block.instructions().size();
      if (visits != null) {
        visits[at]++;
      }
      int bits = block.outcomeBits();
      if (n > 1) {
        at = block.successors().get(bits == 0 ? 0 : s.outcome(bit, bits));
      }
      bit += bits;
    }
    return instructions;
  }
}
