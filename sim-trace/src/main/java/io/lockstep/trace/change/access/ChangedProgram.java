// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;
import java.util.OptionalLong;

/** A replay with changed kernels and records. */
public final class ChangedProgram extends ForwardingProgramSource {
  private final Program program;
  private final List<ChangedKernel> kernels;
  private final Layouts layouts;
  private ChangedGroups groups; // groups of the current launch; null if its kernel is unchanged

  public ChangedProgram(ProgramSource source, Program program, List<ChangedKernel> kernels) {
    super(source);
    this.program = program;
    this.kernels = kernels;
    layouts = new Layouts(program.buffers());
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public OptionalLong plannedGroups() {
    return source.plannedGroups();
  }

  @Override
  public ProgramItem next() {
    ProgramItem item = source.next();
    HostStep.Launch launch = item instanceof HostStep step ? step.asLaunch() : null;
    if (launch != null) {
      ChangedKernel kernel = kernels.get(launch.kernel());
      groups = kernel.isChanged() ? new ChangedGroups(kernel, launch, layouts) : null;
      if (groups == null) {
        return item;
      }
      return item instanceof HostStep.InStream in
          ? new HostStep.InStream(in.stream(), groups.launch())
          : groups.launch();
    }
    return item instanceof WorkGroupRecord group && groups != null ? groups.change(group) : item;
  }
}
