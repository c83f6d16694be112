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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Work-groups with paths through machine code instead of the portable kernel. */
final class MatchedGroups implements WorkGroupSource {
  private final WorkGroupSource recorded;
  private final AssembledCode code;
  private WorkGroupRecord record;

  MatchedGroups(WorkGroupSource recorded, AssembledCode code) {
    this.recorded = recorded;
    this.code = code;
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
    if (segments.size() > 1 && !segments.stream().allMatch(Segment::isUniform)) {
      throw new RefusalException(
          ("kernel '%s': its work-items follow different long paths, which are not related to the"
                  + " code of ptxas")
              .formatted(code.kernel().name()));
    }
    Segment first = segments.get(0);
    List<MachinePath> paths = new ArrayList<>();
    Map<MachinePath, Integer> numbers = new HashMap<>(); // never iterated
    int[] number = new int[first.paths()];
    for (int p = 0; p < number.length; p++) {
      MachinePath path = path(segments, p);
      number[p] = numbers.computeIfAbsent(path, any -> paths.size());
      if (number[p] == paths.size()) {
        paths.add(path);
      }
    }
    int[] pathOf = null;
    if (!first.isUniform()) {
      pathOf = new int[first.workItems()];
      Arrays.setAll(pathOf, i -> first.pathOf(i) < 0 ? -1 : number[first.pathOf(i)]);
    }
    Segment whole = new JoinedSegments(segments).with(paths(pathOf, paths));
    return new WorkGroupRecord(group.group(), List.of(whole));
  }

  private static Segment.Paths paths(int[] pathOf, List<MachinePath> paths) {
    int[] firstBlock = new int[paths.size()];
    int[] count = new int[paths.size()];
    int[] bit = new int[paths.size() + 1];
    for (int p = 0; p < count.length; p++) {
      count[p] = paths.get(p).blocks();
      bit[p + 1] = bit[p] + (paths.get(p).bits() + Long.SIZE - 1) / Long.SIZE * Long.SIZE;
    }
    long[] outcomes = new long[bit[count.length] / Long.SIZE + 1];
    for (int p = 0; p < count.length; p++) {
      int words = (bit[p + 1] - bit[p]) / Long.SIZE;
      System.arraycopy(paths.get(p).outcomes(), 0, outcomes, bit[p] / Long.SIZE, words);
    }
    return new Segment.Paths(pathOf, firstBlock, count, bit, outcomes);
  }

  /** Returns the machine code's path for a path of the segments. */
  private MachinePath path(List<Segment> segments, int p) {
    List<Integer> key = new ArrayList<>();
    for (Segment s : segments) {
      key.add(s.blockCount(p));
      for (int bit = s.firstOutcome(p); bit < s.endOutcome(p); bit += Integer.SIZE) {
        key.add(s.outcome(bit, Math.min(Integer.SIZE, s.endOutcome(p) - bit)));
      }
    }
    return code.path(key, () -> visited(segments, p));
  }

  private int[] visited(List<Segment> segments, int p) {
    Kernel kernel = code.kernel();
    int[] blocks = new int[segments.stream().mapToInt(s -> s.blockCount(p)).sum()];
    int n = 0;
    for (Segment s : segments) {
      int block = s.firstBlock(p);
      int bit = s.firstOutcome(p);
      for (int left = s.blockCount(p); left > 0; left--) {
        blocks[n++] = block;
        Block of = kernel.blocks().get(block);
        int bits = of.outcomeBits();
        if (left > 1) {
          block = of.successors().get(bits == 0 ? 0 : s.outcome(bit, bits));
        }
        bit += bits;
      }
    }
    return blocks;
  }
}
