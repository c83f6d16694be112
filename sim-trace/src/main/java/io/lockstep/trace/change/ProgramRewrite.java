package io.lockstep.trace.change;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;

/** How a rewrite changes a kernel, and its launches and work-groups. Stateless. */
interface ProgramRewrite {
  /** A launch and its work-groups. */
  record Launched(HostStep.Launch launch, List<WorkGroupRecord> groups) {}

  /** {@return the changed kernel; null if the change does not apply to it} */
  KernelCopy kernel(Kernel original);

  /** {@return whether {@link #launch} needs all work-groups together} */
  default boolean isOfLaunches() {
    return false;
  }

  /** {@return whether launches that follow each other are one} */
  default boolean joins() {
    return false;
  }

  /**
   * {@return a work-group with the change}
   *
   * @param kernel what {@link #kernel} returned
   * @param editor of its segments
   * @param group without waits
   */
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

  /**
   * {@return a launch with the change; as it was if it does not apply}
   *
   * @param kernel what {@link #kernel} returned
   * @param launched as it was recorded
   */
  default Launched launch(KernelCopy kernel, Launched launched) {
    return launched;
  }

  /** {@return another address of an access} */
  default SegmentEditor.Places places(Kernel original) {
    return SegmentEditor.Places.OWN;
  }

  /** {@return a launch of other groups} */
  static HostStep.Launch with(HostStep.Launch launch, Geometry geometry) {
    return new HostStep.Launch(
        launch.number(),
        launch.kernel(),
        geometry,
        launch.dynamicLocalBytes(),
        launch.arguments(),
        launch.minimumWidth(),
        launch.flags(),
        launch.textures(),
        launch.domainWidth(),
        launch.domainHeight());
  }
}
