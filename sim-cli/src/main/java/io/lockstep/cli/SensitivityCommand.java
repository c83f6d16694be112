package io.lockstep.cli;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.explain.UnexplainedException;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.sensitivity.Sensitivity;
import io.lockstep.explain.sensitivity.SensitivityFields;
import io.lockstep.explain.sensitivity.SensitivityFinder;
import io.lockstep.explain.trial.TrialOptions;
import io.lockstep.io.Bounds;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import io.lockstep.run.observe.Glob;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep sensitivity}: what each figure of a device does to the time. */
@Command(
    name = "sensitivity",
    description = {
      "How the time of a workload depends on every figure of a device: its elasticity with two",
      "standard errors, by simulation of devices with a fifth less and a fifth more of each.",
      "docs/sensitivity.md"
    },
    mixinStandardHelpOptions = true)
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {"1: a simulation of the device itself failed, or there was no time for all"},
    examples = {
      "lockstep sensitivity examples/matmul.yaml -d hd5870",
      "lockstep sensitivity examples/spmv.yaml -d mi300a --figures 'l2.*,dram.*' --phases 8",
      "lockstep sensitivity examples/nbody.yaml -d gtx280 --results kept -f json"
    })
final class SensitivityCommand implements Callable<Integer> {
  private static final int MOST_PHASES = 1000;

  @Parameters(
      paramLabel = "WORKLOAD",
      description = "A workload file (.yaml) or a recorded trace (.lkt).")
  private Path workload;

  @Option(
      names = {"-d", "--device"},
      required = true,
      paramLabel = "DEVICE",
      description = "The device: an id or a specification file (.yaml).")
  private String device;

  @Option(
      names = "--set",
      paramLabel = "FIGURE=VALUE",
      description = "Sets a figure of the device first, as --set of run does. May be repeated.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(
      names = "--figures",
      paramLabel = "PATTERN[,PATTERN]",
      split = ",",
      description = "Only figures whose names match; * stands for any characters, ? for one.")
  private List<String> figures = List.of("*");

  @Option(
      names = "--timing",
      paramLabel = "TIME",
      description =
          "The time that counts: workload (as its timing says) or kernels (the kernels' own time)"
              + " (default: ${DEFAULT-VALUE}).",
      defaultValue = "kernels")
  private Timing timing = Timing.kernels;

  @Option(
      names = "--phases",
      paramLabel = "K",
      description =
          "Launch phases of figures that seem to have an effect (default: ${DEFAULT-VALUE}).",
      defaultValue = "" + TrialOptions.PHASES)
  private int phases;

  @Mixin private SimulateOptions simulate;
  @Mixin private ResultsOption kept;
  @Mixin private ExecuteOptions execution;
  @Mixin private Verbosity verbosity;
  @Mixin private FormatOption output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    UsageException.require("--phases", phases, Bounds.of(1, MOST_PHASES), "");
    TrialOptions options =
        new TrialOptions(
            simulate.options(execution.options(CheckLog.none())),
            phases,
            timing == Timing.kernels,
            kept.store(err),
            simulate.limit(),
            Verbosity.notes(err));
    Catalogue catalogue = simulate.catalogue(err);
    DeviceSpec named = catalogue.spec(device);
    Side side = new Side(device, named, overrides.isEmpty() ? named : named.with(overrides));
    Predicate<String> wanted = wanted(side.spec());
    Sensitivity found;
    try (Progress progress = new Progress()) {
      SimulationCount count = new SimulationCount(progress.meter(), "changed figures");
      Ending.begin(() -> count.words() + (kept.isGiven() ? ResultsOption.GOES_ON : ""));
      found =
          new SensitivityFinder(catalogue, verbosity.frontends(err), options)
              .find(workload, execution.parameters, side, wanted, count);
      Ending.claim();
    } catch (UnexplainedException e) {
      Ending.claim();
      err.println("lockstep: " + e.getMessage());
      return e.why() == UnexplainedException.Why.REFUSED ? ExitCode.REFUSED : ExitCode.FAILED;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        switch (output.format) {
          case JSON -> SensitivityFields.json(Version.text(), found);
          case CSV -> SensitivityFields.csv(found);
          case TABLE -> new SensitivityTable(found).render(Terminal.screen());
        });
    out.flush();
    return found.wrong() ? ExitCode.WRONG : ExitCode.DONE;
  }

  /** Which figures are asked for; a pattern that none has is a slip. */
  private Predicate<String> wanted(DeviceSpec of) {
    List<String> known =
        SensitivityFinder.figures(of, timing == Timing.kernels).stream()
            .map(key -> key.path())
            .toList();
    for (String pattern : figures) {
      if (known.stream().noneMatch(new Glob(pattern.strip())::matches)) {
        throw new UsageException(
            "--figures: no figure of "
                + of.id()
                + " that time may depend on is called '"
                + pattern.strip()
                + "'"
                + (timing == Timing.kernels && pattern.startsWith("host")
                    ? "; --timing workload counts the host's"
                    : "; 'lockstep devices " + of.id() + "' lists them"));
      }
    }
    return path -> figures.stream().anyMatch(p -> new Glob(p.strip()).matches(path));
  }
}
