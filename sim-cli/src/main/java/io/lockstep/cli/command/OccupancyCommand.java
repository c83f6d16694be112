// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DebugOption;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.ExecuteOptions;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.SizeConverter;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.table.OccupancyTable;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.inspect.occupancy.LaunchShapes;
import io.lockstep.inspect.occupancy.OccupancyAnswer;
import io.lockstep.inspect.occupancy.OccupancyReport;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.inspect.occupancy.WhatIf;
import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.AdaptedFrontend;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.report.occupancy.OccupancyPage;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.RunStatus;
import io.lockstep.run.TextTargets;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.Device;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.NextStep;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "occupancy",
    description = {
      "Shows how many wavefronts a unit holds, and why.",
      "The needs are those of a workload's launches, of a file's kernels, or the given "
          + "numbers. Simulates nothing. docs/occupancy.md"
    })
@HelpPage(
    group = HelpPage.Group.LOOK,
    place = 12,
    codes = {0, 1, 2, 3, 5, 6},
    meanings = {"1: the model of a device failed"},
    examples = {
      "lockstep occupancy examples/matmul.yaml",
      "lockstep occupancy examples/kernels/matmul.ptx -d gtx280 --group 256",
      "lockstep occupancy -d 8800gtx --group 256 --registers 11 --local 4KiB",
      "lockstep occupancy -d mi210 --group 256 --registers 102 --curve group"
    })
public final class OccupancyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "INPUT",
      arity = "0..1",
      description = "A workload (.yaml), trace (.lkt) or kernel file.")
  private Path input;

  @Option(
      names = {"-k", "--kernel"},
      paramLabel = "NAME",
      description = "Only this kernel.")
  private String kernelName;

  @Option(names = "--group", paramLabel = "N", description = "Work-items per group.")
  private Integer group;

  @Option(
      names = "--registers",
      paramLabel = "N",
      description = "Registers per work-item, as the device's compiler counts.")
  private Long registers;

  @Option(
      names = "--local",
      paramLabel = "SIZE",
      description = "Local memory per group, the device's own use included.",
      converter = SizeConverter.class)
  private Long local;

  @Option(
      names = "--need",
      paramLabel = "NAME=N,…",
      hideParamSyntax = true,
      split = ",",
      description = "Another shared resource, e.g. scalar_registers=96.")
  private Map<String, Long> needs = new LinkedHashMap<>();

  @Option(
      names = "--curve",
      paramLabel = "OVER,…",
      hideParamSyntax = true,
      split = ",",
      description = "Where occupancy drops over group, registers, local or another need.")
  private List<String> curves = new ArrayList<>();

  @Mixin private ExecuteOptions execution;
  @Mixin private DeviceOptions devices;
  @Mixin private FormatOption output;
  @Mixin private ReportOption report;
  @Mixin private Verbosity verbosity;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    devices.refuseChangedLines();
    whatIf();
    if (input == null) {
      refuseWithout();
    }
    if (report.isWanted() && curves.isEmpty()) {
      curves = List.of(NextStep.GROUP_SIZE, Need.REGISTERS.name(), Need.LOCAL_MEMORY.name());
    }
    try (ReportOption page = report.open()) {
      return occupancy(whatIf(), page);
    }
  }

  private int occupancy(WhatIf whatIf, ReportOption page) {
    Catalogue catalogue = devices.catalogue();
    List<LaunchShape> shapes = input == null ? List.of() : chosen(shapes(TextTarget.USUAL));
    List<Kernel> kernels = shapes.stream().map(LaunchShape::kernel).toList();
    boolean several =
        !Runner.isTrace(input == null ? Path.of("") : input) && TextTargets.differ(kernels);
    Map<TextTarget, List<LaunchShape>> byTarget = new HashMap<>();
    List<Device> asked = new ArrayList<>();
    List<Runner.Target> targets = devices.chosen(catalogue, true);
    for (Runner.Target target : targets) {
      if (!target.problem().isEmpty()) {
        throw new InputException("--set", target.spec().id() + ": " + target.problem());
      }
      asked.add(catalogue.device(target.spec()));
    }
    List<OccupancyRow> rows = new ArrayList<>();
    if (several) {
      for (int i = 0; i < targets.size(); i++) {
        rows.addAll(
            new OccupancyReport(List.of(asked.get(i)), whatIf, this::debug)
                .launches(
                    byTarget.computeIfAbsent(
                        TextTargets.of(
                            kernels, catalogue, targets.get(i).spec(), targets.get(i).problem()),
                        text -> chosen(shapes(text)))));
      }
    } else {
      OccupancyReport report = new OccupancyReport(asked, whatIf, this::debug);
      rows.addAll(input == null ? report.figures() : report.launches(shapes));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (output.format) {
          case JSON -> OccupancyAnswer.ANSWER.json(Version.text(), rows);
          case CSV ->
              curves.isEmpty()
                  ? OccupancyAnswer.ROW.csv(rows)
                  : OccupancyAnswer.POINT.csv(OccupancyAnswer.points(rows));
          case TABLE -> new OccupancyTable(rows).render(Terminal.screen());
        });
    out.flush();
    String title = input == null ? "plain numbers" : String.valueOf(input.getFileName());
    page.write(
        () ->
            OccupancyPage.of(
                page.origin().on(targets.stream().map(Runner.Target::spec).toList()), title, rows));
    if (rows.stream().anyMatch(row -> row.status() == RunStatus.FAILED)) {
      return ExitCode.FAILED;
    }
    boolean refused = rows.stream().allMatch(row -> row.status() == RunStatus.REFUSED);
    return refused && !rows.isEmpty() ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private WhatIf whatIf() {
    Map<String, Long> amounts = new LinkedHashMap<>(needs);
    if (registers != null) {
      amounts.put(Need.REGISTERS.name(), registers);
    }
    if (local != null) {
      amounts.put(Need.LOCAL_MEMORY.name(), local);
    }
    Bounds amount = Bounds.of(0, 1L << 30);
    amounts.forEach((name, n) -> UsageException.require(option(name), n, amount, ""));
    if (group != null) {
      UsageException.require("--group", group, Bounds.of(1, 1 << 20), "work-items");
    }
    return new WhatIf(group == null ? 0 : group, amounts, curves);
  }

  private String option(String need) {
    return needs.containsKey(need) ? "--need " + need : "--" + need;
  }

  private void refuseWithout() {
    if (group == null) {
      throw new UsageException(
          "name a workload or a kernel, or plain numbers: --group 256 --registers 20 --local 4KiB");
    }
    if (kernelName != null || !execution.parameters.isEmpty()) {
      throw new UsageException(
          (kernelName != null ? "--kernel" : "--param") + ": needs a workload or a kernel file");
    }
  }

  private List<LaunchShape> shapes(TextTarget target) {
    PrintWriter err = spec.commandLine().getErr();
    List<KernelFrontend> frontends =
        AdaptedFrontend.all(verbosity.frontends(err), o -> o.withTarget(target));
    if (!Runner.isTrace(input) && KernelFiles.isWorkload(input)) {
      Runner runner = new Runner(new Catalogue(List.of()), frontends).telling(Verbosity.notes(err));
      return LaunchShapes.ofWorkload(
          input, execution.parameters, frontends, runner, execution.options(CheckLog.none()));
    }
    if (!execution.parameters.isEmpty()) {
      throw new InputException(
          input.toString(), "is not a workload and takes no parameters (--param)");
    }
    return Runner.isTrace(input)
        ? LaunchShapes.ofTrace(input)
        : LaunchShapes.ofKernels(input, frontends, group == null ? 0 : group);
  }

  private List<LaunchShape> chosen(List<LaunchShape> shapes) {
    List<String> names = shapes.stream().map(s -> s.kernel().name()).distinct().toList();
    if (kernelName != null && !names.contains(kernelName)) {
      throw new InputException(
          input.toString(),
          "has no kernel '" + kernelName + "'" + Suggestions.hint(kernelName, names));
    }
    return shapes.stream()
        .filter(s -> kernelName == null || s.kernel().name().equals(kernelName))
        .toList();
  }

  private void debug(Throwable failure) {
    if (spec.root().userObject() instanceof DebugOption option && option.isDebug()) {
      failure.printStackTrace(spec.commandLine().getErr());
    }
  }
}
