// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;

/** A change of kernels, their launches and work-groups. Stateless. */
public interface ProgramRewrite {
  record Launched(HostStep.Launch launch, List<WorkGroupRecord> groups) {}

  /** Returns the changed kernel; null if the change does not apply to it. */
  KernelCopy kernel(Kernel original);

  /** Returns whether {@link #launch} needs all work-groups together. */
  default boolean isOfLaunches() {
    return false;
  }

  /** Returns whether consecutive launches become one. */
  default boolean joins() {
    return false;
  }

  /** Returns the changed record of a work-group without waits. */
  default WorkGroupRecord group(KernelCopy kernel, SegmentEditor editor, WorkGroupRecord group) {
    List<Segment> segments = new ArrayList<>();
    for (Segment s : group.segments()) {
      List<SegmentEditor.Visits> paths = new ArrayList<>();
      for (int p = 0; p < s.paths(); p++) {
        paths.add(SegmentEditor.all(SegmentEditor.visited(kernel.original, s, p)));
      }
      segments.add(editor.edit(s, paths));
    }
    return new WorkGroupRecord(group.group(), segments);
  }

  /** Returns the changed launch, or the recorded one if the change does not apply. */
  default Launched launch(KernelCopy kernel, Launched launched) {
    return launched;
  }

  /** Returns a launch whose work-groups are changed one by one. */
  default HostStep.Launch launch(KernelCopy kernel, HostStep.Launch launch) {
    return launch;
  }

  /** Returns the mapping of recorded addresses to addresses of the changed program. */
  default SegmentEditor.Places places(Kernel original) {
    return SegmentEditor.Places.OWN;
  }
}
