// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class LaunchShapes {
  private LaunchShapes() {}

  /**
   * Returns the shapes of a workload, in the order of their first launches. Kernels are executed
   * only if launches depend on their results.
   *
   * @param runner executes the workload if necessary
   * @throws InputException if the workload is wrong
   */
  public static List<LaunchShape> ofWorkload(
      Path input,
      Map<String, String> parameters,
      List<KernelFrontend> frontends,
      Runner runner,
      RunOptions options) {
    boolean known;
    try (ProgramSource asked = runner.execute(input, parameters, options)) {
      known = asked.plannedGroups().isPresent();
      if (!known) {
        return of(asked);
      }
    }
    try (ProgramSource walked =
        WorkloadExecution.by(new Nothing(), Workload.read(input).bind(parameters), frontends)) {
      return of(walked);
    }
  }

  /**
   * Returns the shapes of a recorded trace, in the order of their first launches.
   *
   * @throws InputException if the file is damaged
   */
  public static List<LaunchShape> ofTrace(Path input) {
    try (TraceFile file = TraceFile.open(input);
        ProgramSource replay = file.replay()) {
      return of(replay);
    }
  }

  /**
   * Returns one shape for each kernel of a file.
   *
   * @param groupSize work-items per group, or 0 for the size that each kernel requires
   * @throws InputException if the file is wrong, or a kernel neither requires nor gets a group size
   */
  public static List<LaunchShape> ofKernels(
      Path input, List<KernelFrontend> frontends, int groupSize) {
    List<LaunchShape> shapes = new ArrayList<>();
    for (Kernel kernel : KernelFiles.read(input, frontends)) {
      int required = kernel.requiredGroupSize().stream().reduce(1, Math::multiplyExact);
      if (groupSize == 0 && kernel.requiredGroupSize().isEmpty()) {
        throw new InputException(
            input.toString(),
            "kernel '"
                + kernel.name()
                + "' requires no size of a work-group; say which: --group 256");
      }
      shapes.add(LaunchShape.of(kernel, groupSize == 0 ? required : groupSize));
    }
    return shapes;
  }

  private static List<LaunchShape> of(ProgramSource source) {
    Program program = source.program();
    List<LaunchShape> shapes = new ArrayList<>();
    for (ProgramItem item = source.next(); item != ProgramItem.END; item = source.next()) {
      HostStep.Launch launch = item instanceof HostStep step ? step.asLaunch() : null;
      if (launch != null) {
        add(shapes, program.kernels().get(launch.kernel()), launch);
      }
    }
    return shapes;
  }

  private static void add(List<LaunchShape> shapes, Kernel kernel, HostStep.Launch launch) {
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).matches(kernel, launch)) {
        shapes.set(i, shapes.get(i).again());
        return;
      }
    }
    shapes.add(
        new LaunchShape(
            kernel,
            launch.geometry(),
            launch.dynamicLocalBytes(),
            launch.domainWidth(),
            launch.domainHeight(),
            1));
  }

  /** Skips kernels; used if no launch depends on their results. */
  private static final class Nothing implements LaunchRunner {
    @Override
    public void run(ForeignLaunch launch, DeviceMemory memory) {
      // Buffers remain unchanged.
    }

    @Override
    public void hostStep() {
      // Nothing to do.
    }
  }
}
