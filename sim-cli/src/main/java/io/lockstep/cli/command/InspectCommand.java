// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DebugOption;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.ExecuteOptions;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.SourceOptions;
import io.lockstep.cli.option.SubGroupOption;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.table.CardTable;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.KernelListing;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.card.StaticCard;
import io.lockstep.inspect.fit.ChannelReach;
import io.lockstep.inspect.fit.DeviceFit;
import io.lockstep.inspect.format.CardCsv;
import io.lockstep.inspect.format.KernelSummaryJson;
import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.AdaptedFrontend;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.TextTargets;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.file.TraceInspection;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.workload.WorkloadExecution;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "inspect",
    description = {
      "Shows what a kernel is and what a workload does.",
      "A kernel file: portable form, registers, needs, devices that refuse it. A workload "
          + "or trace: operations, intensity, divergence, access patterns, hot lines. With "
          + "--device: machine code. docs/inspect.md"
    })
@HelpPage(
    group = HelpPage.Group.LOOK,
    place = 11,
    codes = {0, 1, 2, 3, 4, 5, 6},
    meanings = {"1: the model of a device failed", "5: every kernel was refused"},
    examples = {
      "lockstep inspect examples/spmv.yaml",
      "lockstep inspect examples/kernels/matmul.ptx",
      "lockstep inspect examples/kernels/matmul.ptx -d hd5870",
      "lockstep inspect scale.cl --join common.h --option=-DFACTOR=3",
      "lockstep inspect examples/spmv.yaml --top 20 --format json"
    })
public final class InspectCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "INPUT",
      description = "A kernel file, workload, trace (.lkt) or -- PROGRAM ARG….")
  private Path input;

  @Mixin private ProgramOptions program;

  @Option(
      names = {"-k", "--kernel"},
      paramLabel = "NAME",
      description = "Only this kernel.")
  private String kernelName;

  @Mixin private FormatOption output;

  @Option(names = "--ir", description = "Add the portable form to the card.")
  private boolean listing;

  @Option(names = "--static", description = "Describe the kernels; do not execute the workload.")
  private boolean unexecuted;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of hot source lines (default: ${DEFAULT-VALUE}).",
      defaultValue = "10")
  private int lines;

  @Option(
      names = "--sources",
      paramLabel = "FOLDER",
      description = "Folder of the kernels' sources.")
  @FileUse(FileUse.Kind.READ)
  private Path folder;

  @Mixin private SourceOptions compilation;
  @Mixin private ExecuteOptions execution;
  @Mixin private CheckOptions checks;
  @Mixin private DeviceOptions devices;
  @Mixin private Verbosity verbosity;
  @Mixin private SubGroupOption subGroups;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private SourceLines sources;
  private PrintWriter out;

  @Override
  public Integer call() {
    devices.refuseChangedLines();
    out = spec.commandLine().getOut();
    sources = folder == null ? SourceLines.beside(input) : new SourceLines(folder);
    UsageException.require("--top", lines, Bounds.atLeast(0), "");
    compilation.check(input);
    subGroups.target();
    boolean trace = Runner.isTrace(input);
    boolean workload = !trace && KernelFiles.isWorkload(input);
    boolean measured = devices.devices.isEmpty() && !unexecuted && (trace || workload);
    if (!measured || trace) {
      refuseUnused(trace);
    }
    int code;
    if (!devices.devices.isEmpty()) {
      Catalogue catalogue = devices.catalogue();
      List<Runner.Target> targets = devices.chosen(catalogue, false);
      ProgramOptions.record(spec);
      code = machineCode(trace, catalogue, targets);
    } else if (!measured) {
      ProgramOptions.record(spec);
      code = kernels(chosen(kernels(trace, subGroups.target())), trace);
    } else if (trace) {
      ProgramOptions.record(spec);
      code = trace();
    } else {
      code = workload();
    }
    out.flush();
    return code;
  }

  /** Rejects options that have no effect on this input. */
  private void refuseUnused(boolean trace) {
    if (!execution.parameters.isEmpty()) {
      throw new InputException(
          input.toString(),
          trace
              ? "a recorded trace takes no parameters; record the workload anew with --param "
                  + execution.parameters.keySet().iterator().next()
              : "is not executed and takes no parameters");
    }
    if (checks.log().wantsAny()) {
      throw new InputException(
          input.toString(),
          trace
              ? "a recorded trace was executed already; check while recording it: lockstep record"
                  + " WORKLOAD -o FILE --check …"
              : "is not executed, so nothing can be checked");
    }
    if (!devices.devices.isEmpty() && output.format != Format.TABLE) {
      throw new UsageException(
          "--format: machine code is printed as text only; leave out --format or --device");
    }
  }

  private String inputName() {
    return input.getFileName().toString();
  }

  /** Returns the kernels, compiled for a sub-group size; the size of a trace is fixed. */
  private List<Kernel> kernels(boolean trace, TextTarget target) {
    if (!trace) {
      return KernelFiles.read(
          input,
          AdaptedFrontend.all(
              verbosity.frontends(spec.commandLine().getErr()), o -> o.withTarget(target)),
          compilation.forFrontends(Path.of("")));
    }
    try (TraceFile file = TraceFile.open(input)) {
      return file.program().kernels();
    }
  }

  private List<Kernel> chosen(List<Kernel> kernels) {
    return kernelName == null
        ? kernels
        : kernels.stream().filter(k -> k.name().equals(required(kernels))).toList();
  }

  private String required(List<Kernel> kernels) {
    List<String> names = kernels.stream().map(Kernel::name).toList();
    if (!names.contains(kernelName)) {
      throw new InputException(
          input.toString(),
          "has no kernel '" + kernelName + "'" + Suggestions.hint(kernelName, names));
    }
    return kernelName;
  }

  /** Prints each device's code for each kernel, or the reason why there is none. */
  private int machineCode(boolean trace, Catalogue catalogue, List<Runner.Target> targets) {
    List<Kernel> plain = chosen(kernels(trace, subGroups.target()));
    boolean several = !trace && TextTargets.differ(plain);
    int refused = 0;
    int failed = 0;
    int asked = 0;
    for (Runner.Target chosen : targets) {
      Device device = catalogue.device(chosen.spec());
      List<Kernel> kernels =
          several
              ? chosen(
                  kernels(false, TextTargets.of(plain, catalogue, chosen.spec(), chosen.problem())))
              : plain;
      for (Kernel kernel : kernels) {
        asked++;
        try {
          DeviceFit.capabilities(device, kernel);
          out.println(device.forKernel(kernel).lower(kernel).assembly());
        } catch (RefusalException e) {
          refused++;
          out.println(chosen.spec().id() + " refused: " + e.getMessage());
        } catch (InputException e) {
          throw e; // the input is wrong for all devices
        } catch (RuntimeException | StackOverflowError e) {
          failed++;
          out.println(failure(chosen.spec().id(), kernel, e));
        }
      }
    }
    if (failed > 0) {
      return ExitCode.FAILED;
    }
    return refused > 0 && refused == asked ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private String failure(String device, Kernel kernel, Throwable e) {
    boolean debug = spec.root().userObject() instanceof DebugOption option && option.isDebug();
    if (debug) {
      e.printStackTrace(spec.commandLine().getErr());
    }
    String hint = debug ? "" : " (--debug shows where)";
    return device + " failed: kernel '" + kernel.name() + "': " + DeviceFit.failure(e) + hint;
  }

  /** Prints kernels without executing them. */
  private int kernels(List<Kernel> kernels, boolean trace) {
    Catalogue catalogue = devices.catalogue();
    List<StaticCard> cards = kernels.stream().map(StaticCard::of).toList();
    List<List<DeviceFit.Refusal>> refusals = new ArrayList<>();
    // A source can be compiled for the sub-group size of each device.
    kernels.forEach(
        k ->
            refusals.add(
                DeviceFit.kernel(catalogue, trace || !k.subGroups() ? k : k.withOwnWidth())));
    switch (output.format) {
      case JSON -> {
        List<KernelSummaryJson.Unexecuted> all = new ArrayList<>();
        for (int k = 0; k < cards.size(); k++) {
          KernelSummaryJson.Text text = new KernelSummaryJson.Text(cards.get(k), sources, true);
          all.add(new KernelSummaryJson.Unexecuted(text, refusals.get(k)));
        }
        out.print(
            KernelSummaryJson.KERNELS.json(
                Version.text(), new KernelSummaryJson.Kernels(inputName(), all)));
      }
      case CSV -> out.print(CardCsv.kernels(cards, sources));
      case TABLE -> {
        for (int k = 0; k < cards.size(); k++) {
          KernelListing text = new KernelListing(cards.get(k), sources);
          out.println(text.ir());
          out.print(Terminal.screen().wrapped(text.facts(), KernelListing.HANGING));
          out.println(
              Terminal.screen()
                  .wrapped(KernelListing.refusals(refusals.get(k)), KernelListing.HANGING));
        }
      }
    }
    return refusals.stream().flatMap(List::stream).anyMatch(DeviceFit.Refusal::failed)
        ? ExitCode.FAILED
        : ExitCode.DONE;
  }

  private int trace() {
    try (TraceFile file = TraceFile.open(input)) {
      if (kernelName == null && output.format == Format.TABLE) {
        TraceInspection.of(file).lines().forEach(out::println);
        file.outcome().printed().forEach(line -> out.println("printed: " + line));
        out.println();
      }
      try (ProgramSource replay = file.replay()) {
        return card(replay, () -> "");
      }
    }
  }

  private int workload() {
    PrintWriter err = spec.commandLine().getErr();
    Runner runner =
        new Runner(new Catalogue(List.of()), verbosity.frontends(err))
            .telling(Verbosity.notes(err));
    try (WorkloadExecution source =
        runner.execute(
            input, execution.parameters, execution.options(checks.log()), subGroups.target())) {
      return card(source, source::longGroup);
    }
  }

  private int card(ProgramSource source, Supplier<String> longGroup) {
    if (kernelName != null) {
      required(source.program().kernels()); // checked before execution
    }
    ProgramCard whole;
    try (Progress progress = new Progress()) {
      progress.meter().phase("measuring", "work-groups", source.plannedGroups());
      progress.meter().noting(longGroup);
      whole = ProgramCard.measure(progress.meter().counted(source), sources);
    }
    Catalogue catalogue = devices.catalogue();
    List<DeviceFit.Refusal> refusals = DeviceFit.program(catalogue, whole);
    ProgramCard card = kernelName == null ? whole : whole.only(kernelName);
    List<ChannelReach.Finding> reach =
        output.format == Format.CSV ? List.of() : ChannelReach.of(catalogue, card, refusals);
    switch (output.format) {
      case JSON ->
          out.print(
              KernelSummaryJson.PROGRAM.json(
                  Version.text(),
                  new KernelSummaryJson.Program(
                      inputName(), card, refusals, reach, sources, listing, checks.log())));
      case CSV -> out.print(CardCsv.program(card, sources));
      case TABLE -> {
        out.print(new CardTable(card, sources, lines, listing, Terminal.screen()).render());
        out.println();
        for (ChannelReach.Finding f : reach) {
          out.print(
              Terminal.screen().wrapped("channels    " + f.text() + "\n", KernelListing.HANGING));
        }
        out.print(
            Terminal.screen().wrapped(KernelListing.refusals(refusals), KernelListing.HANGING));
      }
    }
    if (output.format != Format.JSON) {
      checks.print(output.format == Format.TABLE ? out : spec.commandLine().getErr());
    }
    return Boolean.FALSE.equals(card.outcome().verified()) || checks.found()
        ? ExitCode.WRONG
        : ExitCode.DONE;
  }
}
