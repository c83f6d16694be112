// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/**
 * Verifies a kernel, prints it as text, executes one work-group with a small budget, and lowers it
 * for two devices of every family.
 */
final class KernelTrial {
  private static final long BUDGET = 10_000;
  private static final int MOST_BLOCKS = 2_000;

  // Maximum memory in bytes of an executed launch, well below the fuzzer's heap.
  private static final long MOST_MEMORY = 1 << 20;

  private static final int GROUP = 32;

  private final String file;
  private final Pattern position;
  private final List<Device> devices = new ArrayList<>();
  private final Path folder;

  KernelTrial(String file) {
    this.file = file;
    position = Pattern.compile("(" + Pattern.quote(file) + "|w\\.yaml):[1-9][0-9]*(:[0-9]+)?: .");
    for (DeviceProvider provider : ServiceLoader.load(DeviceProvider.class)) {
      devices.add(provider.device(provider.catalogue().get(0)));
      devices.add(provider.device(provider.catalogue().get(provider.catalogue().size() - 1)));
    }
    folder = new ScratchFile(file).write(new byte[0]).getParent(); // a workload names the file
  }

  void run(Kernel kernel) {
    KernelVerifier.verify(kernel);
    if (IrText.of(kernel).isBlank()) {
      throw new AssertionError("no text of " + kernel.name());
    }
    if (kernel.blocks().size() > MOST_BLOCKS) {
      return;
    }
    execute(kernel);
    for (Device device : devices) {
      Contract.holds(position, () -> device.lower(kernel));
    }
  }

  private void execute(Kernel kernel) {
    List<Integer> size = kernel.requiredGroupSize();
    long items = 1;
    for (int n : size.isEmpty() ? List.of(GROUP) : size) {
      items *= n;
    }
    long variables = kernel.variables().stream().mapToLong(v -> v.bytes()).sum();
    if (kernel.localBytes() > MOST_MEMORY
        || kernel.privateBytes() * items > MOST_MEMORY
        || variables > MOST_MEMORY
        || items > 1024) {
      return;
    }
    Contract.holds(
        position,
        () -> {
          try (ProgramSource source =
              new WorkloadExecution(
                  Workload.read("w.yaml", workload(kernel), folder).bind(),
                  List.of(new Given(kernel)),
                  ExecutionOptions.defaults().withInstructionBudget(BUDGET))) {
            while (source.next() != ProgramItem.END) {
              // reading the source executes the program
            }
          }
        });
  }

  private String workload(Kernel kernel) {
    StringBuilder text = new StringBuilder("name: fuzz\nkernels: " + file + "\n");
    text.append("buffers:\n  a: {type: u32, count: 4096, init: {hash: {seed: 1}}}\n");
    text.append("steps:\n  - {launch: ").append(quoted(kernel.name()));
    boolean pixels = kernel.isPixelKernel();
    text.append(pixels ? ", domain: [3, 5]" : ", grid: [1]");
    if (!pixels && !kernel.frontend().equals("amdil")) {
      List<Integer> size = kernel.requiredGroupSize();
      text.append(", block: ").append(size.isEmpty() ? List.of(GROUP) : size);
    }
    boolean binds = kernel.frontend().equals("amdil");
    List<String> arguments = new ArrayList<>();
    for (Parameter p : kernel.parameters()) {
      arguments.add((binds ? quoted(p.name()) + ": " : "") + argument(p));
    }
    String all = String.join(", ", arguments);
    text.append(binds ? ", bind: {" + all + "}" : ", args: [" + all + "]").append("}\n");
    return text.toString();
  }

  private static String argument(Parameter p) {
    if (p.name().matches("i[0-9]+")) {
      return "{texture: {buffer: a, width: 16, height: 16, channels: 4}}";
    }
    return switch (p.type()) {
      case F16 -> "{f16: 1.0}";
      case F32 -> "{f32: 1.0}";
      case F64 -> "{f64: 1.0}";
      default ->
          p.type() == Type.PTR || p.type() == Type.I64 ? "a" : "{i" + p.type().bits() + ": 3}";
    };
  }

  private static String quoted(String name) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : name.toCharArray()) {
      out.append(
          String.format(
              Locale.ROOT,
              c < 128 && c > 31 && c != '"' && c != '\\' ? "%c" : "\\u%04X",
              c < 128 && c > 31 && c != '"' && c != '\\' ? (Object) c : (int) c));
    }
    return out.append('"').toString();
  }

  /** A front-end that returns the given kernel for any file. */
  private record Given(Kernel kernel) implements KernelFrontend {
    @Override
    public String id() {
      return kernel.frontend();
    }

    @Override
    public List<String> extensions() {
      return List.of("ptx", "il");
    }

    @Override
    public List<Kernel> read(String file, String text, FrontendOptions options) {
      return List.of(kernel);
    }
  }
}
