package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.Rare;
import io.lockstep.cli.table.ExplanationTable;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.explain.ExplainOptions;
import io.lockstep.explain.Explainer;
import io.lockstep.explain.Explanation;
import io.lockstep.explain.ExplanationFields;
import io.lockstep.explain.TrialOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.io.Bounds;
import io.lockstep.report.explain.ExplanationPage;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep explain}: why one device takes longer than another. */
@Command(
    name = "explain",
    description = {
      "Explains why one device takes longer than another.",
      "Splits the ratio of their times into named factors by simulating devices between "
          + "the two. docs/explain.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 4,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {
      "1: a simulation failed, or there was no time for all",
      "5: a device refuses the workload"
    },
    examples = {
      "lockstep explain examples/matmul.yaml -p n=256 --from hd5870 --to hd6970",
      "lockstep explain examples/spmv.yaml --from mi100 --to mi300a --precise",
      "lockstep explain examples/transpose.yaml --from hd5870 --to mi300a",
      "lockstep explain examples/matmul.yaml --from hd5870 --set l1.size=16KiB",
      "lockstep explain examples/nbody.yaml --from 8800gtx --to gtx280 -f json"
    })
public final class ExplainCommand extends QuestionCommand {
  private static final int MOST_ORDERS = 100_000;

  @Parameters(paramLabel = "WORKLOAD", description = "A workload (.yaml) or recorded trace (.lkt).")
  private Path workload;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DEVICE",
      description = "The device to compare with: id or file.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "DEVICE",
      description = "The device to explain (default: --from with --set).")
  private String to;

  @Option(
      names = "--set",
      paramLabel = "FIGURE=VALUE",
      description = "Set a figure of the --to device; repeatable.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(
      names = "--timing",
      paramLabel = "TIME",
      description = "workload or kernels (default: ${DEFAULT-VALUE}).",
      defaultValue = "workload")
  private TimingChoice timing = TimingChoice.workload;

  @Option(
      names = "--phases",
      paramLabel = "K",
      description = "Launch phases per device (default: 4, or fewer).")
  private Integer phases;

  @Rare
  @Option(
      names = "--orders",
      paramLabel = "N",
      description = "Orders of change, if not all count (default: 16).")
  private Integer orders;

  @Option(names = "--precise", description = "Double the phases and orders: half the variance.")
  private boolean precise;

  @Rare
  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Seed of the orders (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  @Override
  String simulated() {
    return "devices in between";
  }

  @Override
  Function<StudyProgress, Answer> question(PrintWriter err) {
    ExplainOptions options = options(err);
    Catalogue catalogue = simulate.catalogue(err);
    Side one = new Side(from, catalogue.spec(from));
    Side other = other(catalogue);
    Explainer explainer = new Explainer(catalogue, verbosity.frontends(err), options);
    return count -> {
      Explanation found = explainer.explain(workload, execution.parameters, one, other, count);
      return new Answer(
          () -> ExplanationFields.json(Version.text(), found),
          () -> ExplanationFields.csv(found),
          () -> new ExplanationTable(found).render(Terminal.screen()),
          () -> ExplanationPage.of(report.origin(), found),
          found.wrong() ? ExitCode.WRONG : ExitCode.DONE);
    };
  }

  private Side other(Catalogue catalogue) {
    if (to == null && overrides.isEmpty()) {
      throw new UsageException("name the other device, or what is other: --to hd6970, --set …");
    }
    String name = to == null ? from : to;
    DeviceSpec named = catalogue.spec(name);
    return new Side(name, named, overrides.isEmpty() ? named : named.with(overrides));
  }

  private ExplainOptions options(PrintWriter err) {
    int k = phases(phases != null ? phases : (precise ? 2 : 1) * TrialOptions.PHASES);
    int n = orders != null ? orders : (precise ? 2 : 1) * ExplainOptions.ORDERS;
    UsageException.require("--orders", n, Bounds.of(4, MOST_ORDERS), "");
    if (n % 2 != 0) {
      throw new UsageException("--orders: expected pairs, an even number, found " + n);
    }
    TrialOptions trials = simulate.trials(execution, k, timing, err);
    return new ExplainOptions(
        trials, phases == null && !precise ? ExplainOptions.MINUTE : Integer.MAX_VALUE, n, seed);
  }
}
