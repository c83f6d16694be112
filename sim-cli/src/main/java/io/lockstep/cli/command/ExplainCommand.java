// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.SampleOption;
import io.lockstep.cli.table.ExplanationTable;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.explain.ExplainOptions;
import io.lockstep.explain.Explainer;
import io.lockstep.explain.Explanation;
import io.lockstep.explain.ExplanationAnswer;
import io.lockstep.explain.Question;
import io.lockstep.explain.Reason;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.report.explain.ExplanationPage;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = {
      "Explains why one device, or one kernel, takes longer than another.",
      "Splits the ratio of two times into named factors, by simulation. docs/explain.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 4,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {
      "1: a simulation failed, or there was no time for all; what is known is printed",
      "5: a device refuses the workload"
    },
    examples = {
      "lockstep explain examples/matmul.yaml -p n=256 --from hd5870 --to hd6970",
      "lockstep explain slow.yaml fast.yaml -d hd5870",
      "lockstep explain examples/matmul.yaml -d gtx280 -p n=64 --against n=65",
      "lockstep explain examples/transpose.yaml --from hd5870 --to mi300a",
      "lockstep explain examples/matmul.yaml --from hd5870 --set l1.size=16KiB",
      "lockstep explain examples/nbody.yaml --from 8800gtx --to gtx280 -f json"
    })
public final class ExplainCommand extends QuestionCommand {

  @Parameters(
      index = "0",
      paramLabel = "WORKLOAD",
      description = "A workload (.yaml), trace (.lkt) or -- PROGRAM ARG….")
  private Path workload;

  @Mixin private ProgramOptions program;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OTHER",
      description = "Another workload, whose time is explained.")
  private Path otherWorkload;

  @Option(
      names = "--from",
      paramLabel = "DEVICE",
      description = "The device to compare with: id or file.")
  private String from;

  @Option(
      names = "--against",
      paramLabel = "NAME=VALUE",
      description = "Parameter of the run to explain; repeatable.")
  private Map<String, String> against = new LinkedHashMap<>();

  @Option(
      names = "--to",
      paramLabel = "DEVICE",
      description = "The device to explain (default: --from with --set).")
  private String to;

  @Option(
      names = "--set",
      paramLabel = "PARAMETER=VALUE",
      description = "Set a parameter of the --to device; repeatable.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Mixin private SampleOption sample = new SampleOption();

  @Option(names = "--precise", description = "Half the variance, however long it takes.")
  private boolean precise;

  private volatile Explanation early; // intermediate result, or null

  @Override
  Optional<Reply> standing() {
    return Optional.ofNullable(early).map(this::reply);
  }

  @Override
  String simulated() {
    return "devices in between";
  }

  @Override
  Function<StudyProgress, Reply> question(PrintWriter err) {
    ExplainOptions options = options(err);
    Catalogue catalogue = simulate.catalogue(err);
    Question asked = asked(catalogue);
    Explainer explainer =
        new Explainer(new Installed(catalogue, verbosity.frontends(err)), options);
    return count -> {
      Explanation found = explainer.explain(asked, count, soFar -> early = soFar);
      if (!found.unfinished().isEmpty()) {
        err.println("lockstep: " + found.unfinished());
      }
      return reply(found);
    };
  }

  private Reply reply(Explanation found) {
    return new Reply(
        () -> ExplanationAnswer.ANSWER.json(Version.text(), found),
        () -> Reason.ANSWER.csv(found.reasons()),
        () -> new ExplanationTable(found).render(Terminal.screen()),
        () -> ExplanationPage.of(report.origin().on(specs), found),
        found.simulations().wrong()
            ? ExitCode.WRONG
            : found.unfinished().isEmpty() ? ExitCode.DONE : ExitCode.FAILED);
  }

  /** Returns the two runs to explain; an option given once applies to both. */
  private Question asked(Catalogue catalogue) {
    List<String> devices =
        experiment.devices.isEmpty() ? experiment.devices : experiment.devices(2);
    if (!devices.isEmpty() && (from != null || to != null)) {
      throw new UsageException("name devices by --device, or by --from and --to");
    }
    String one = devices.isEmpty() ? from : devices.get(0);
    if (one == null) {
      throw new UsageException("name a device: --device hd5870, or --from hd5870 --to mi300a");
    }
    String other = devices.size() == 2 ? devices.get(1) : to;
    SortedMap<String, String> parameters = new TreeMap<>(execution.parameters);
    SortedMap<String, String> others = new TreeMap<>(parameters);
    others.putAll(against);
    Path second = otherWorkload == null ? workload : otherWorkload;
    boolean program = second.equals(workload) && others.equals(parameters);
    if (other == null && overrides.isEmpty() && program) {
      throw new UsageException(
          "name what differs: --to hd6970, --set …, another workload, or --against n=512");
    }
    String name = other == null ? one : other;
    DeviceSpec named = catalogue.spec(name);
    DeviceSpec first = catalogue.spec(one);
    specs = List.of(first, named);
    return new Question(
        new Question.Run(workload, parameters, new Side(one, first)),
        new Question.Run(
            second,
            others,
            new Side(name, named, overrides.isEmpty() ? named : named.with(overrides))));
  }

  private ExplainOptions options(PrintWriter err) {
    int k = experiment.phases((precise ? 2 : 1) * ExperimentOptions.PHASES);
    int n = (precise ? 2 : 1) * ExplainOptions.ORDERS;
    ExperimentOptions each =
        simulate.experiment(execution, k, experiment.timing(), err).sampling(sample.request());
    return new ExplainOptions(
        each, !experiment.hasPhases() && !precise ? ExplainOptions.MINUTE : Integer.MAX_VALUE, n);
  }
}
