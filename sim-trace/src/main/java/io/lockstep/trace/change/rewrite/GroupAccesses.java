// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import java.util.function.LongConsumer;

/** The addresses of a segment's memory slots. */
final class GroupAccesses {
  private final Geometry geometry;
  private final Segment segment;
  private final int[] blockOf;
  private final int[][] visits; // by path and block

  GroupAccesses(Kernel kernel, Geometry geometry, Segment segment) {
    this.geometry = geometry;
    this.segment = segment;
    blockOf = SegmentEditor.blocks(kernel);
    visits = new int[segment.paths()][kernel.blocks().size()];
    for (int p = 0; p < visits.length; p++) {
      for (int block : SegmentEditor.visited(kernel, segment, p)) {
        visits[p][block]++;
      }
    }
  }

  /** Passes all addresses of a slot to a consumer, ordered by work-item. */
  void each(int slot, LongConsumer to) {
    for (int i = 0; i < segment.workItems(); i++) {
      int path = segment.pathOf(i);
      int times = path < 0 ? 0 : visits[path][blockOf[slot]];
      int hint = -1;
      for (int n = 0; n < times; n++) {
        hint = segment.run(slot, n, hint);
        to.accept(segment.address(hint, n, i, geometry.sizeX(), geometry.sizeY()));
      }
    }
  }
}
