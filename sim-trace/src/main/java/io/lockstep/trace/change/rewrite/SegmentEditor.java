// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.change.access.RunWriter;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Creates segments of a changed kernel whose paths repeat some of the recorded blocks. */
public final class SegmentEditor {
  /** The blocks of a path, and the recorded visit that each repeats, or -1. */
  record Visits(int[] blocks, int[] from) {}

  interface Places {
    Places OWN = (slot, address) -> address;

    /** Returns the address in the changed program for a slot of the original kernel. */
    long place(int slot, long address);
  }

  private final Kernel original;
  private final Kernel changed;
  private final List<KernelCopy.Slot> slots;
  private final Places places;
  private final int[] blockOf; // by slot of the original
  private final Geometry geometry;
  private final RunWriter runs;
  private final long[] addresses;
  private final boolean[] active;

  public SegmentEditor(
      Kernel original,
      Kernel changed,
      List<KernelCopy.Slot> slots,
      Places places,
      Geometry geometry) {
    this.original = original;
    this.changed = changed;
    this.slots = slots;
    this.places = places;
    this.geometry = geometry;
    runs = new RunWriter(geometry.sizeX(), geometry.sizeY(), geometry.sizeZ());
    addresses = new long[geometry.groupSize()];
    active = new boolean[geometry.groupSize()];
    blockOf = blocks(original);
  }

  /** Returns the block of each slot. */
  static int[] blocks(Kernel kernel) {
    int[] of = new int[kernel.memorySlots()];
    for (Block block : kernel.blocks()) {
      block.instructions().stream()
          .filter(i -> i.slots() > 0)
          .forEach(
              i -> Arrays.fill(of, i.memory().slot(), i.memory().slot() + i.slots(), block.id()));
    }
    return of;
  }

  /** Returns the blocks that a recorded path visits. */
  static int[] visited(Kernel kernel, Segment segment, int path) {
    int[] blocks = new int[segment.blockCount(path)];
    int at = segment.firstBlock(path);
    int bit = segment.firstOutcome(path);
    for (int n = 0; n < blocks.length; n++) {
      blocks[n] = at;
      Block block = kernel.blocks().get(at);
      int bits = block.outcomeBits();
      if (n + 1 < blocks.length) {
        at = block.successors().get(bits == 0 ? 0 : segment.outcome(bit, bits));
      }
      bit += bits;
    }
    return blocks;
  }

  /** Returns a path that is unchanged. */
  static Visits all(int[] blocks) {
    int[] from = new int[blocks.length];
    Arrays.setAll(from, n -> n);
    return new Visits(blocks, from);
  }

  /** Returns a segment without waits with other paths, given by path of the recorded segment. */
  Segment edit(Segment old, List<Visits> paths) {
    return edit(List.of(old), paths);
  }

  /** Returns a segment without waits of several groups, which take the paths of the first group. */
  Segment edit(List<Segment> groups, List<Visits> paths) {
    Segment old = groups.get(0);
    runs.begin();
    int[][] recorded = new int[old.paths()][];
    for (int p = 0; p < recorded.length; p++) {
      recorded[p] = visited(original, old, p);
    }
    for (KernelCopy.Slot slot : slots) {
      runs.slot();
      accesses(groups, slot, executions(paths, recorded, slot));
    }
    return paths(old, paths);
  }

  /**
   * Returns the recorded executions of a slot that are repeated, by path. If an iteration is in
   * another segment, the nearest iteration of this segment is repeated.
   */
  private int[][] executions(List<Visits> paths, int[][] recorded, KernelCopy.Slot slot) {
    int block = blockOf[slot.original()];
    int[][] executions = new int[recorded.length][];
    for (int p = 0; p < recorded.length; p++) {
      int[] before = new int[recorded[p].length];
      int seen = 0;
      for (int n = 0; n < before.length; n++) {
        before[n] = seen;
        seen += recorded[p][n] == block ? 1 : 0;
      }
      Visits v = paths.get(p);
      executions[p] = new int[v.blocks().length];
      int count = 0;
      for (int n = 0; n < v.blocks().length; n++) {
        if (v.blocks()[n] == slot.block() && v.from()[n] >= 0) {
          int own = before[v.from()[n]] + slot.round();
          executions[p][count++] = Math.max(0, Math.min(own, seen - 1));
        }
      }
      executions[p] = Arrays.copyOf(executions[p], count);
    }
    return executions;
  }

  private void accesses(List<Segment> groups, KernelCopy.Slot slot, int[][] executions) {
    Segment first = groups.get(0);
    Segment other = groups.get(slot.group());
    int most = Arrays.stream(executions).mapToInt(e -> e.length).max().orElse(0);
    int hint = -1;
    for (int n = 0; n < most; n++) {
      boolean any = false;
      for (int i = 0; i < active.length; i++) {
        int path = first.pathOf(i);
        active[i] = path >= 0 && executions[path].length > n;
        if (active[i]) {
          any = true;
          int occurrence = executions[path][n];
          int itsPath = other.pathOf(i);
          boolean isAlike = itsPath >= 0 && other.blockCount(itsPath) == first.blockCount(path);
          Segment own = isAlike ? other : first;
          hint = own.run(slot.original(), occurrence, own == other ? hint : -1);
          addresses[i] =
              places.place(
                  slot.original(),
                  own.address(hint, occurrence, i, geometry.sizeX(), geometry.sizeY()));
        }
      }
      if (any) {
        runs.add(n, addresses, active);
      }
    }
  }

  /** Returns the branch outcome by which a path continues in the next segment. */
  private static int last(Segment old, int path, int bits) {
    int end = old.endOutcome(path);
    boolean isThere = bits > 0 && end - bits >= old.firstOutcome(path);
    return isThere ? old.outcome(end - bits, bits) : 0;
  }

  /** Packs outcomes of one bit, the first into the lowest bit. */
  static long[] packed(List<Integer> bits) {
    long[] outcomes = new long[(bits.size() + 63) / 64];
    for (int b = 0; b < bits.size(); b++) {
      outcomes[b >> 6] |= (long) bits.get(b) << b;
    }
    return outcomes;
  }

  private Segment paths(Segment old, List<Visits> paths) {
    int[] firstBlock = new int[paths.size()];
    int[] blockCount = new int[paths.size()];
    int[] outcomeBit = new int[paths.size() + 1];
    List<Integer> bits = new ArrayList<>();
    for (int p = 0; p < paths.size(); p++) {
      int[] blocks = paths.get(p).blocks();
      firstBlock[p] = blocks[0];
      blockCount[p] = blocks.length;
      for (int n = 0; n < blocks.length; n++) {
        Block block = changed.blocks().get(blocks[n]);
        int taken =
            n + 1 < blocks.length
                ? block.successors().indexOf(blocks[n + 1])
                : last(old, p, block.outcomeBits());
        if (taken < 0) {
          throw new IllegalStateException(
              changed.name() + " has no way from block " + blocks[n] + " to " + blocks[n + 1]);
        }
        for (int b = 0; b < block.outcomeBits(); b++) {
          bits.add(taken >> b & 1);
        }
      }
      outcomeBit[p + 1] = bits.size();
    }
    long[] outcomes = packed(bits);
    int[] pathOf = null;
    if (!old.isUniform()) {
      pathOf = new int[old.workItems()];
      Arrays.setAll(pathOf, old::pathOf);
    }
    return runs.segment(new Segment.Paths(pathOf, firstBlock, blockCount, outcomeBit, outcomes));
  }
}
