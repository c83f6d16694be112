// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Divides the iterations of the outermost loop that stores to global memory among more work-groups,
 * as if the loop's stride were larger. Loops with barriers stay unchanged.
 */
public final class SplitRounds implements ProgramRewrite {
  private final int parts;

  public SplitRounds(int parts) {
    this.parts = parts;
  }

  @Override
  public KernelCopy kernel(Kernel original) {
    return rounds(original) == null ? null : new KernelCopy(original);
  }

  @Override
  public boolean isOfLaunches() {
    return true;
  }

  /** Returns the barrier-free loop around the first store to global memory in a loop, or null. */
  private static Rounds rounds(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      if (block.loop() >= 0 && block.instructions().stream().anyMatch(SplitRounds::stores)) {
        Rounds rounds = Rounds.around(kernel, block.id());
        boolean isFree =
            rounds != null
                && rounds.blocks().stream()
                    .noneMatch(b -> kernel.blocks().get(b).last().op() == Op.BARRIER);
        return isFree ? rounds : null;
      }
    }
    return null;
  }

  private static boolean stores(Instruction i) {
    return i.op() == Op.STORE && i.isRecorded() && i.memory().space() == Space.GLOBAL;
  }

  @Override
  public Launched launch(KernelCopy kernel, Launched launched) {
    Kernel original = kernel.original;
    Rounds rounds = rounds(original);
    int count = parts;
    for (WorkGroupRecord group : launched.groups()) {
      if (group.segments().size() != 1) {
        return launched;
      }
      Segment s = group.segments().get(0);
      for (int p = 0; p < s.paths(); p++) {
        int own = count(rounds, original, SegmentEditor.visited(original, s, p));
        count = own == 0 ? count : Math.min(count, own);
      }
    }
    Geometry g = launched.launch().geometry();
    if (count < 2 || launched.groups().size() != g.groups()) {
      return launched;
    }
    SegmentEditor editor =
        new SegmentEditor(
            original,
            original,
            kernel.slots(),
            SegmentEditor.Places.OWN,
            launched.launch().geometry());
    List<WorkGroupRecord> groups = new ArrayList<>();
    for (int part = 0; part < count; part++) {
      for (WorkGroupRecord group : launched.groups()) {
        Segment s = group.segments().get(0);
        List<SegmentEditor.Visits> paths = new ArrayList<>();
        for (int p = 0; p < s.paths(); p++) {
          paths.add(part(rounds, original, SegmentEditor.visited(original, s, p), part, count));
        }
        groups.add(new WorkGroupRecord(groups.size(), List.of(editor.edit(s, paths))));
      }
    }
    Geometry more =
        new Geometry(
            g.groupsX(), g.groupsY(), g.groupsZ() * count, g.sizeX(), g.sizeY(), g.sizeZ());
    return new Launched(launched.launch().with(more), groups);
  }

  /** Returns the number of whole iterations of a path. */
  private static int count(Rounds rounds, Kernel kernel, int[] blocks) {
    int headers = (int) Arrays.stream(blocks).filter(b -> b == rounds.header()).count();
    return headers == 0 || !rounds.endsAtHeader(kernel) ? headers : headers - 1;
  }

  /** Returns a path with every {@code count}-th iteration of the loop, from {@code part} on. */
  private static SegmentEditor.Visits part(
      Rounds rounds, Kernel kernel, int[] blocks, int part, int count) {
    int whole = count(rounds, kernel, blocks);
    int[] to = new int[blocks.length];
    int[] from = new int[blocks.length];
    int n = 0;
    int round = -1;
    for (int v = 0; v < blocks.length; v++) {
      round += blocks[v] == rounds.header() ? 1 : 0;
      if (!rounds.blocks().get(blocks[v]) || round >= whole || round % count == part) {
        to[n] = blocks[v];
        from[n++] = v;
      }
    }
    return new SegmentEditor.Visits(Arrays.copyOf(to, n), Arrays.copyOf(from, n));
  }
}
