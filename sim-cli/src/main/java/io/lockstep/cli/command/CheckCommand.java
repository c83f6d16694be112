// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import static java.util.stream.Collectors.toSet;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.StudySettings;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.SimulationCount;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.judge.conformance.CheckResult;
import io.lockstep.judge.conformance.Conformance;
import io.lockstep.judge.conformance.Misfit;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Checks device models by generated microbenchmarks.",
      "Compares measured rates, latencies and residency with what the specification "
          + "declares and with its published claims. docs/check.md"
    })
@HelpPage(
    group = HelpPage.Group.LOOK,
    place = 9,
    codes = {0, 2, 3, 4, 6, 130, 143},
    examples = {
      "lockstep check hd5870",
      "lockstep check my5870.yaml --only latency,bandwidth.l2",
      "lockstep check hd5870 --set l2.latency=280cycles --failed"
    })
public final class CheckCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DEVICE",
      arity = "0..*",
      description = "Device ids or specification files.")
  private List<String> named = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "NAME,…",
      hideParamSyntax = true,
      split = ",",
      description = "Only checks whose names begin so; repeatable.")
  private List<String> only = new ArrayList<>();

  @Option(names = "--failed", description = "Print only the checks that fail.")
  private boolean failed;

  @Mixin private DeviceOptions devices;
  @Mixin private StudySettings study;
  @Mixin private FormatOption output;
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    devices.refuseChangedLines();
    List<String> names = new ArrayList<>(named);
    names.addAll(devices.devices);
    if (names.isEmpty()) {
      throw new UsageException("name at least one device: lockstep check hd5870");
    }
    Catalogue catalogue = devices.catalogue(new LinkedHashSet<>(names));
    List<DeviceSpec> asked =
        DeviceOptions.named(catalogue, names).stream()
            .map(spec -> spec.with(devices.settings()))
            .toList();
    Conformance conformance =
        new Conformance(
            catalogue,
            study.options(
                RunOptions.defaults(), devices.plugins.folders, spec.commandLine().getErr()));
    List<CheckResult> all = new CopyOnWriteArrayList<>();
    Ending.begin(
        () -> {
          List<CheckResult> done = new ArrayList<>(all);
          done.addAll(conformance.standing());
          print(done, asked);
          return done.size() + (done.size() == 1 ? " check" : " checks") + " done" + study.goesOn();
        });
    try (Progress progress = new Progress()) {
      for (DeviceSpec device : asked) {
        progress.within(asked.indexOf(device), asked.size(), device.id());
        all.addAll(
            conformance.check(
                device, this::isWanted, new SimulationCount(progress.meter(), "checking")));
      }
    }
    Ending.claim();
    if (all.isEmpty()) {
      throw new UsageException(
          "no check begins with '"
              + String.join("' or '", only)
              + "'; there are: "
              + String.join(", ", conformance.names(asked.get(0))));
    }
    print(all, asked);
    asked.forEach(device -> misfits(device, conformance.misfits(device)));
    Set<String> imaginary =
        asked.stream().filter(DeviceSpec::isImaginary).map(DeviceSpec::id).collect(toSet());
    boolean isGood = all.stream().allMatch(c -> c.ok() || imaginary.contains(c.device()));
    return isGood ? ExitCode.DONE : ExitCode.WRONG;
  }

  private boolean isWanted(String name) {
    return only.isEmpty() || only.stream().anyMatch(name::startsWith);
  }

  private void misfits(DeviceSpec device, List<Misfit> misfits) {
    if (output.format == Format.TABLE && !misfits.isEmpty()) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("\n" + device.id() + ": parameters that do not fit each other");
      misfits.forEach(m -> out.println("  " + m.text()));
      out.flush();
    }
  }

  private void print(List<CheckResult> all, List<DeviceSpec> asked) {
    PrintWriter out = spec.commandLine().getOut();
    List<CheckResult> shown = all.stream().filter(c -> !failed || !c.ok()).toList();
    out.print(
        switch (output.format) {
          case JSON -> CheckResult.ANSWER.json(Version.text(), shown);
          case CSV -> CheckResult.CHECK.csvOfTable(shown);
          case TABLE -> Table.of(CheckResult.CHECK, shown).render(Terminal.screen());
        });
    if (output.format == Format.TABLE) {
      long wrong = all.stream().filter(c -> !c.ok()).count();
      out.println("\n" + all.size() + " checks, " + wrong + " failed");
      asked.stream()
          .filter(DeviceSpec::isImaginary)
          .forEach(d -> out.println(d.id() + " is imaginary: what fails is a warning"));
      asked.stream()
          .filter(device -> device.claims().isEmpty())
          .forEach(d -> out.println(d.id() + " states no claims: nothing published is compared"));
    }
    out.flush();
  }
}
