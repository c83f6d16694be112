package io.lockstep.cli;

import io.lockstep.core.device.RefusalException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.run.Runner;
import io.lockstep.trace.InputException;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.file.TraceInspection;
import io.lockstep.trace.ir.IrText;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.yaml.Suggestions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep inspect}: a kernel's portable form, a device's code for it, or a trace. */
@Command(
    name = "inspect",
    description = {
      "Prints the portable form of kernels; with --device that device's machine code;",
      "of a trace also what it holds."
    },
    mixinStandardHelpOptions = true)
final class InspectCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "INPUT",
      description = "A kernel file (.ptx), a workload (.yaml) or a trace (.lkt).")
  private Path input;

  @Option(
      names = {"-k", "--kernel"},
      paramLabel = "NAME",
      description = "Only this kernel.")
  private String kernelName;

  @Mixin private DeviceOptions devices;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<Kernel> kernels;
    if (Runner.isTrace(input)) {
      try (TraceFile trace = TraceFile.open(input)) {
        kernels = trace.program().kernels();
        if (devices.devices.isEmpty() && kernelName == null) {
          TraceInspection.of(trace).lines().forEach(out::println);
          trace.outcome().printed().forEach(line -> out.println("printed: " + line));
        }
      }
    } else {
      kernels = KernelFiles.read(input, Plugins.frontends());
    }
    if (kernelName != null) {
      List<String> names = kernels.stream().map(Kernel::name).toList();
      kernels = kernels.stream().filter(k -> k.name().equals(kernelName)).toList();
      if (kernels.isEmpty()) {
        throw new InputException(
            input.toString(),
            "has no kernel '" + kernelName + "'" + Suggestions.hint(kernelName, names));
      }
    }
    int refused = 0;
    int asked = 0;
    if (devices.devices.isEmpty()) {
      for (Kernel kernel : kernels) {
        out.println(IrText.of(kernel));
      }
    } else {
      Catalogue catalogue = devices.catalogue();
      for (DeviceOptions.Chosen chosen : devices.chosen(catalogue, false)) {
        for (Kernel kernel : kernels) {
          asked++;
          try {
            out.println(catalogue.device(chosen.spec()).lower(kernel).assembly());
          } catch (RefusalException e) {
            refused++;
            out.println(chosen.spec().id() + " refused: " + e.getMessage());
          }
        }
      }
    }
    out.flush();
    return refused > 0 && refused == asked ? ExitCode.REFUSED : ExitCode.DONE;
  }
}
