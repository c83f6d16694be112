package io.lockstep.trace.change;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.OptionalLong;

/** A replay with changed kernels and records. Not thread-safe. */
final class ChangedProgram extends ForwardingProgramSource {
  private final ProgramChange change;
  private final Layouts layouts;
  private ChangedGroups groups; // of the present launch; null if its kernel stays as it is

  ChangedProgram(ProgramSource source, ProgramChange change) {
    super(source);
    this.change = change;
    layouts = new Layouts(change.program().buffers());
  }

  @Override
  public Program program() {
    return change.program();
  }

  @Override
  public OptionalLong plannedGroups() {
    return source.plannedGroups();
  }

  @Override
  public ProgramItem next() {
    ProgramItem item = source.next();
    if (item instanceof HostStep.Launch launch) {
      ChangedKernel kernel = change.kernel(launch.kernel());
      groups = kernel.isChanged() ? new ChangedGroups(kernel, launch, layouts) : null;
      return groups == null ? launch : groups.launch();
    }
    return item instanceof WorkGroupRecord group && groups != null ? groups.change(group) : item;
  }
}
