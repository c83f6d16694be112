// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.apply;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.change.rewrite.JoinedLaunches;
import io.lockstep.trace.change.rewrite.KernelCopy;
import io.lockstep.trace.change.rewrite.ProgramRewrite;
import io.lockstep.trace.change.rewrite.SegmentEditor;
import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A replay of a program with a rewrite. Launches in streams, launches over pixels, cooperative
 * launches, and launches whose work-groups wait for each other or that are too large to hold stay
 * unchanged; they are refused if the changed kernel has other accesses.
 */
final class RewrittenProgram extends ForwardingProgramSource {
  private static final String WAITS = "has work-groups that wait for each other";

  private final ProgramRewrite rewrite;
  private final Program program;
  private final List<KernelCopy> kernels; // by kernel; null if unchanged
  private final Queue<ProgramItem> ready = new ArrayDeque<>();
  private HostStep.Launch launch;
  private SegmentEditor editor; // null unless the launch is changed group by group
  private List<WorkGroupRecord> groups; // null unless the launch is changed as a whole
  private final JoinedLaunches joined;
  private final long mostBytes;
  private long held;

  RewrittenProgram(
      ProgramSource source,
      ProgramRewrite rewrite,
      Program program,
      List<KernelCopy> kernels,
      long mostBytes) {
    super(source);
    this.rewrite = rewrite;
    this.program = program;
    this.kernels = kernels;
    this.mostBytes = mostBytes;
    joined = new JoinedLaunches(mostBytes);
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public ProgramItem next() {
    while (ready.isEmpty()) {
      accept(source.next());
    }
    return ready.remove();
  }

  private void accept(ProgramItem item) {
    if (item instanceof WorkGroupRecord group) {
      group(group);
    } else if (item instanceof LaunchEnd end) {
      end(end);
    } else {
      HostStep.Launch next = item instanceof HostStep.Launch own ? own : null;
      if (next == null || !rewrite.joins()) {
        joined.tell(ready);
      }
      launch = next;
      editor = null;
      groups = null;
      String why = item instanceof HostStep step ? unchanged(step.asLaunch()) : "";
      if (launch != null && why.isEmpty() && kernels.get(launch.kernel()) != null) {
        begin();
      } else {
        if (!why.isEmpty()) {
          checkFits(((HostStep) item).asLaunch(), why);
        }
        joined.tell(ready);
        ready.add(item);
      }
    }
  }

  /** Returns why a launch must stay unchanged; empty if it may be changed. */
  private String unchanged(HostStep.Launch l) {
    if (l == null) {
      return "";
    }
    if (l != launch) {
      return "is in a stream";
    }
    return l.isOfPixels() ? "is over pixels" : l.isCooperative() ? "is cooperative" : "";
  }

  /** Refuses an unchanged launch if the changed kernel has other accesses. */
  private void checkFits(HostStep.Launch l, String why) {
    KernelCopy copy = kernels.get(l.kernel());
    if (copy != null && !copy.hasRecordsOfOriginal()) {
      throw new InputException(
          copy.original.source(),
          "a launch of " + copy.original.name() + " " + why + ", so that the change does not fit");
    }
  }

  private void begin() {
    if (rewrite.joins() || rewrite.isOfLaunches()) {
      groups = new ArrayList<>();
      held = 0;
      return;
    }
    KernelCopy copy = kernels.get(launch.kernel());
    Kernel changed = program.kernels().get(launch.kernel());
    editor =
        new SegmentEditor(
            copy.original, changed, copy.slots(), rewrite.places(copy.original), launch.geometry());
    ready.add(rewrite.launch(copy, launch));
  }

  private void group(WorkGroupRecord group) {
    if (groups != null) {
      groups.add(group);
      held += group.bytes();
      if (held > mostBytes) {
        release();
      }
    } else {
      ready.add(
          editor == null || stays(group)
              ? group
              : rewrite.group(kernels.get(launch.kernel()), editor, group));
    }
  }

  private boolean stays(WorkGroupRecord group) {
    if (group.hasWaits()) {
      checkFits(launch, WAITS);
    }
    return group.hasWaits();
  }

  /** Passes on a launch that is too large to hold, unchanged. */
  private void release() {
    checkFits(launch, String.format("has records of more than %,d bytes", mostBytes));
    joined.tell(ready);
    ready.add(launch);
    ready.addAll(groups);
    groups = null;
  }

  private void end(LaunchEnd end) {
    if (groups == null) {
      ready.add(end);
      return;
    }
    KernelCopy copy = kernels.get(launch.kernel());
    ProgramRewrite.Launched recorded = new ProgramRewrite.Launched(launch, List.copyOf(groups));
    boolean waits = groups.stream().anyMatch(this::stays);
    if (rewrite.joins() && !waits) {
      joined.add(copy.original, recorded, end, ready);
      return;
    }
    joined.tell(ready);
    ProgramRewrite.Launched changed = waits ? recorded : rewrite.launch(copy, recorded);
    ready.add(changed.launch());
    ready.addAll(changed.groups());
    ready.add(end);
  }
}
