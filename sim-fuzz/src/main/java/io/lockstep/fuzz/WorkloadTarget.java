// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupSource;
import io.lockstep.workload.BoundWorkload;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** Reads and binds workload files, and executes the first steps of small workloads. */
final class WorkloadTarget extends TextTarget {
  private static final Pattern POSITION =
      Pattern.compile("w\\.yaml(:[1-9][0-9]*:[1-9][0-9]*)?: .|[^ ]*\\.(ptx|il)(:[1-9][0-9]*)+: .");
  private static final long BUDGET = 20_000;
  private static final long MOST_BYTES = 4 << 20;
  private static final long MOST_ITEMS = 4096;
  private static final int MOST_STEPS = 32;

  private final Path folder;
  private final List<KernelFrontend> frontends = new ArrayList<>();

  WorkloadTarget(Path root) {
    folder = root.resolve("sim-cli/src/test/resources/workloads");
    ServiceLoader.load(KernelFrontend.class).forEach(frontends::add);
  }

  @Override
  public String name() {
    return "workload";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.workload.**", "io.lockstep.io.**", "org.snakeyaml.**");
  }

  @Override
  void read(String text) {
    Contract.holds(POSITION, () -> execute(text));
  }

  private void execute(String text) {
    BoundWorkload bound = Workload.read("w.yaml", text, folder).bind();
    long bytes = bound.buffers().stream().mapToLong(BoundWorkload.SizedBuffer::bytes).sum();
    try (ProgramSource source =
        new WorkloadExecution(
            bound, frontends, ExecutionOptions.defaults().withInstructionBudget(BUDGET))) {
      ProgramReader reader = new ProgramReader(source);
      // Large workloads are legal but slow, so that only their beginning is executed.
      for (int i = 0; bytes <= MOST_BYTES && i < MOST_STEPS; i++) {
        if (reader.next() == WorkGroupSource.Status.END) {
          return;
        }
        HostStep.Launch launch = reader.step().asLaunch();
        if (launch != null
            && (double) launch.geometry().groups() * launch.geometry().groupSize() > MOST_ITEMS) {
          return;
        }
      }
    }
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    return SeedFiles.below(
        root,
        List.of(
            "sim-cli/src/test/resources/workloads",
            "frontend-amdil/src/test/resources/workloads",
            "examples"),
        ".yaml",
        most);
  }
}
