// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.type.Space;
import io.lockstep.trace.change.access.RunWriter;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Forms work-groups of another size along x from work-items that share nothing. */
final class GatheredItems {
  private final Kernel kernel;
  private final Geometry from;
  private final Geometry to;
  private final RunWriter runs;
  private final int[] blockOf;

  GatheredItems(Kernel kernel, Geometry from, Geometry to) {
    this.kernel = kernel;
    this.from = from;
    this.to = to;
    runs = new RunWriter(to.sizeX(), to.sizeY(), to.sizeZ());
    blockOf = SegmentEditor.blocks(kernel);
  }

  /** Returns whether the work-items of a group share nothing, so that groups may have any size. */
  static boolean areApart(Kernel kernel) {
    return kernel.requiredGroupSize().isEmpty()
        && !kernel.subGroups()
        && kernel.localBytes() == 0
        && kernel.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .noneMatch(
                i ->
                    i.op() == Op.BARRIER
                        || i.opClass() == OpClass.CROSS_LANE
                        || i.isRecorded() && i.memory().space() == Space.LOCAL);
  }

  /** Returns whether groups are rows of work-items, each recorded in one segment. */
  static boolean areRows(ProgramRewrite.Launched launched) {
    Geometry g = launched.launch().geometry();
    return g.sizeY() == 1
        && g.sizeZ() == 1
        && launched.launch().dynamicLocalBytes() == 0
        && launched.groups().size() == g.groups()
        && launched.groups().stream().allMatch(w -> w.segments().size() == 1);
  }

  /** Forms a group of consecutive work-items of other groups, beginning with {@code first}. */
  WorkGroupRecord group(long number, List<WorkGroupRecord> groups, int first) {
    int items = to.groupSize();
    Segment[] segments = new Segment[items];
    int[] own = new int[items];
    int[] pathOf = new int[items];
    Map<List<Integer>, Integer> known = new HashMap<>(); // never iterated
    List<int[]> paths = new ArrayList<>();
    int[] origin = new int[items]; // by path: a work-item that takes it
    for (int i = 0; i < items; i++) {
      segments[i] = groups.get((first + i) / from.sizeX()).segments().get(0);
      own[i] = (first + i) % from.sizeX();
      int path = segments[i].pathOf(own[i]);
      if (path < 0) {
        pathOf[i] = -1;
        continue;
      }
      int[] blocks = SegmentEditor.visited(kernel, segments[i], path);
      Integer at = known.putIfAbsent(Arrays.stream(blocks).boxed().toList(), paths.size());
      if (at == null) {
        origin[paths.size()] = i;
        paths.add(blocks);
      }
      pathOf[i] = at == null ? paths.size() - 1 : at;
    }
    accesses(segments, own, pathOf, paths);
    boolean one = Arrays.stream(pathOf).allMatch(p -> p == 0);
    int[] firstBlock = new int[paths.size()];
    int[] blockCount = new int[paths.size()];
    int[] outcomeBit = new int[paths.size() + 1];
    List<Integer> bits = new ArrayList<>();
    for (int p = 0; p < paths.size(); p++) {
      Segment s = segments[origin[p]];
      int path = s.pathOf(own[origin[p]]);
      firstBlock[p] = s.firstBlock(path);
      blockCount[p] = s.blockCount(path);
      for (int b = s.firstOutcome(path); b < s.endOutcome(path); b++) {
        bits.add(s.outcome(b, 1));
      }
      outcomeBit[p + 1] = bits.size();
    }
    long[] outcomes = SegmentEditor.packed(bits);
    return new WorkGroupRecord(
        number,
        List.of(
            runs.segment(
                new Segment.Paths(
                    one ? null : pathOf, firstBlock, blockCount, outcomeBit, outcomes))));
  }

  private void accesses(Segment[] segments, int[] own, int[] pathOf, List<int[]> paths) {
    int[][] visits = new int[paths.size()][kernel.blocks().size()];
    for (int p = 0; p < visits.length; p++) {
      for (int block : paths.get(p)) {
        visits[p][block]++;
      }
    }
    runs.begin();
    long[] addresses = new long[own.length];
    boolean[] active = new boolean[own.length];
    for (int slot = 0; slot < blockOf.length; slot++) {
      runs.slot();
      boolean any = true;
      for (int n = 0; any; n++) {
        any = false;
        for (int i = 0; i < own.length; i++) {
          active[i] = pathOf[i] >= 0 && visits[pathOf[i]][blockOf[slot]] > n;
          if (active[i]) {
            any = true;
            int run = segments[i].run(slot, n, -1);
            addresses[i] = segments[i].address(run, n, own[i], from.sizeX(), 1);
          }
        }
        if (any) {
          runs.add(n, addresses, active);
        }
      }
    }
  }
}
