// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Space;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the instructions that the wavefronts of one work-group at a time execute. A wavefront
 * executes a block as often as the work-item that visits it most, since work-items whose paths
 * diverge meet again, and it executes the blocks of all their paths. Accesses to device memory are
 * counted by work-item, as those that are masked access nothing. Not thread-safe.
 */
final class GroupCounter {
  private static final Set<Space> DEVICE = EnumSet.of(Space.GLOBAL, Space.TEXTURE, Space.GENERIC);

  private final List<Block> blocks;
  private final int[] accesses; // by block: instructions that access device memory
  private final int width; // work-items of a wavefront
  private final int wavefronts;
  private final long[] ofWavefront;
  private final long[] most; // by block: visits of a wavefront
  private long[] visits = new long[0]; // by path of a segment and block
  private long[] ofPath = new long[0]; // by path: its accesses
  private long[] countedFor = new long[0]; // by path: number of the last wavefront that counted it
  private long wavefront; // number of wavefronts that were counted so far
  private long accessed; // by all work-items of the group

  GroupCounter(LaunchPlan plan) {
    blocks = plan.code().executed().blocks();
    int items = plan.geometry().groupSize();
    wavefronts = Math.max(1, plan.occupancy().wavefrontsPerGroup());
    width = (items + wavefronts - 1) / wavefronts;
    ofWavefront = new long[wavefronts];
    most = new long[blocks.size()];
    accesses = blocks.stream().mapToInt(GroupCounter::accesses).toArray();
  }

  private static int accesses(Block block) {
    return (int)
        block.instructions().stream()
            .map(Instruction::memory)
            .filter(m -> m != null && DEVICE.contains(m.space()))
            .count();
  }

  int wavefronts() {
    return wavefronts;
  }

  void count(WorkGroupRecord group) {
    Arrays.fill(ofWavefront, 0);
    accessed = 0;
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

  /** Returns the accesses to device memory by all work-items of the group counted last. */
  long accesses() {
    return accessed;
  }

  private void count(Segment s) {
    if (countedFor.length < s.paths()) {
      countedFor = new long[2 * s.paths()];
      ofPath = new long[countedFor.length];
      visits = new long[countedFor.length * blocks.size()];
    }
    Arrays.fill(visits, 0, s.paths() * blocks.size(), 0);
    for (int p = 0; p < s.paths(); p++) {
      visit(s, p, visits, p * blocks.size());
      ofPath[p] = 0;
      for (int b = 0; b < accesses.length; b++) {
        ofPath[p] += accesses[b] * visits[p * accesses.length + b];
      }
    }
    for (int i = 0; i < s.workItems(); i++) {
      accessed += s.pathOf(i) < 0 ? 0 : ofPath[s.pathOf(i)];
    }
    for (int w = 0; w < wavefronts; w++) {
      ofWavefront[w] += instructions(s, w);
    }
  }

  private long instructions(Segment s, int of) {
    wavefront++;
    Arrays.fill(most, 0);
    long instructions = 0;
    int end = s.isUniform() ? of * width + 1 : Math.min(s.workItems(), (of + 1) * width);
    for (int i = of * width; i < end; i++) {
      int path = s.pathOf(i);
      if (path >= 0 && countedFor[path] != wavefront) {
        countedFor[path] = wavefront;
        for (int b = 0; b < most.length; b++) {
          long more = visits[path * most.length + b] - most[b];
          if (more > 0) {
            most[b] += more;
            instructions += more * blocks.get(b).instructions().size();
          }
        }
      }
    }
    return instructions;
  }

  /**
   * Adds the visits of a path to those of each block.
   *
   * @param visits by block, from an offset on
   * @param offset index of block 0
   */
  void visit(Segment s, int path, long[] visits, int offset) {
    int at = s.firstBlock(path);
    int bit = s.firstOutcome(path);
    for (int n = s.blockCount(path); n > 0; n--) {
      Block block = blocks.get(at);
      visits[offset + at]++;
      int bits = block.outcomeBits();
      if (n > 1) {
        at = block.successors().get(bits == 0 ? 0 : s.outcome(bit, bits));
      }
      bit += bits;
    }
  }
}
