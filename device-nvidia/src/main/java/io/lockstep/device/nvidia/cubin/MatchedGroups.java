// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.cubin.PathMatcher.MachinePath;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Work-groups with paths through machine code instead of the portable kernel. */
final class MatchedGroups implements WorkGroupSource {
  private final WorkGroupSource recorded;
  private final Kernel kernel;
  private final BiFunction<List<Integer>, Supplier<int[]>, MachinePath> paths;
  private WorkGroupRecord record;

  /**
   * @param kernel the portable kernel
   * @param paths returns the machine code's path for the blocks that a work-item executes, by a key
   *     that is equal for equal blocks
   */
  MatchedGroups(
      WorkGroupSource recorded,
      Kernel kernel,
      BiFunction<List<Integer>, Supplier<int[]>, MachinePath> paths) {
    this.recorded = recorded;
    this.kernel = kernel;
    this.paths = paths;
  }

  @Override
  public Status next() {
    Status status = recorded.next();
    record = status == Status.RECORD ? matched(recorded.record()) : null;
    return status;
  }

  @Override
  public WorkGroupRecord record() {
    return record;
  }

  private WorkGroupRecord matched(WorkGroupRecord group) {
    List<Segment> segments = group.segments();
    Segment last = segments.get(segments.size() - 1);
    if (!segments.stream().allMatch(one -> one == last || one.isUniform())) {
      throw new RefusalException(
          ("kernel '%s': its work-items take different long paths, which are not related to the"
                  + " code of ptxas")
              .formatted(kernel.name()));
    }
    List<MachinePath> found = new ArrayList<>();
    Map<MachinePath, Integer> numbers = new HashMap<>(); // never iterated
    int[] number = new int[last.paths()];
    for (int p = 0; p < number.length; p++) {
      MachinePath path = path(segments, p);
      number[p] = numbers.computeIfAbsent(path, any -> found.size());
      if (number[p] == found.size()) {
        found.add(path);
      }
    }
    int[] pathOf = null;
    if (!last.isUniform()) {
      pathOf = new int[last.workItems()];
      Arrays.setAll(pathOf, i -> last.pathOf(i) < 0 ? -1 : number[last.pathOf(i)]);
    }
    Segment whole = new JoinedSegments(segments).with(paths(pathOf, found));
    return new WorkGroupRecord(group.group(), List.of(whole), group.bytes() + whole.bytes(), group);
  }

  private static Segment.Paths paths(int[] pathOf, List<MachinePath> paths) {
    int[] firstBlock = new int[paths.size()];
    int[] count = new int[paths.size()];
    int[] bit = new int[paths.size() + 1];
    BitSet all = new BitSet();
    for (int p = 0; p < count.length; p++) {
      MachinePath path = paths.get(p);
      count[p] = path.blocks();
      bit[p + 1] = bit[p] + path.bits();
      int from = bit[p];
      path.outcomes().stream().forEach(n -> all.set(from + n));
    }
    long[] outcomes = Arrays.copyOf(all.toLongArray(), bit[count.length] / Long.SIZE + 1);
    return new Segment.Paths(pathOf, firstBlock, count, bit, outcomes);
  }

  /** Returns the machine code's path for a path of the last segment. */
  private MachinePath path(List<Segment> segments, int ofLast) {
    List<Integer> key = new ArrayList<>();
    for (Segment s : segments) {
      int p = s.isUniform() ? 0 : ofLast;
      key.add(s.blockCount(p));
      for (int bit = s.firstOutcome(p); bit < s.endOutcome(p); bit += Integer.SIZE) {
        key.add(s.outcome(bit, Math.min(Integer.SIZE, s.endOutcome(p) - bit)));
      }
    }
    return paths.apply(key, () -> visited(segments, ofLast));
  }

  private int[] visited(List<Segment> segments, int ofLast) {
    IntStream.Builder blocks = IntStream.builder();
    for (Segment s : segments) {
      int p = s.isUniform() ? 0 : ofLast;
      int block = s.firstBlock(p);
      int bit = s.firstOutcome(p);
      for (int left = s.blockCount(p); left > 0; left--) {
        blocks.add(block);
        Block of = kernel.blocks().get(block);
        int bits = of.outcomeBits();
        if (left > 1) {
          block = of.successors().get(bits == 0 ? 0 : s.outcome(bit, bits));
        }
        bit += bits;
      }
    }
    return blocks.build().toArray();
  }
}
