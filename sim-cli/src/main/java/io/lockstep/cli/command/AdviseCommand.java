// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.advise.Advice;
import io.lockstep.advise.Advisor;
import io.lockstep.advise.Recommendations;
import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.table.AdviceTable;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.Version;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.report.explain.AdvicePage;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Installed;
import io.lockstep.study.StudyProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "advise",
    description = {
      "Shows what to change in a workload, and how much faster it can become.",
      "At most seven findings a device, each with its place and its simulated gain, an upper "
          + "bound. docs/advice/README.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 5,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {
      "1: a simulation failed, or there was no time for all",
      "5: every device refuses the workload"
    },
    examples = {
      "lockstep advise examples/transpose.yaml -d hd5870",
      "lockstep advise examples/matmul.yaml -p n=192 -d gtx280,mi300a",
      "lockstep advise examples/spmv.yaml -d hd5870 --format json",
      "lockstep advise examples/bfs.yaml -d gtx280 --time-limit 20s"
    })
public final class AdviseCommand extends QuestionCommand {
  @Parameters(
      paramLabel = "WORKLOAD",
      description = "A workload (.yaml), trace (.lkt) or -- PROGRAM ARG….")
  private Path workload;

  @Mixin private ProgramOptions program;

  private volatile Advisor advisor;

  @Override
  String simulated() {
    return "changes";
  }

  @Override
  Function<StudyProgress, Reply> question(PrintWriter err) {
    ExperimentOptions options =
        simulate.experiment(execution, experiment.phases(Advisor.PHASES), experiment.timing(), err);
    Catalogue catalogue = simulate.catalogue(err);
    List<Side> sides = sides(catalogue);
    advisor =
        new Advisor(new Installed(catalogue, verbosity.frontends(err)), options, Advisor.rules());
    return count -> reply(advisor.advise(workload, execution.parameters, sides, count));
  }

  @Override
  Optional<Reply> standing() {
    Advisor asked = advisor;
    return asked == null ? Optional.empty() : asked.standing().map(this::reply);
  }

  private Reply reply(Recommendations found) {
    return new Reply(
        () -> Recommendations.ANSWER.json(Version.text(), found),
        () -> Advice.ANSWER.csv(found.findings()),
        () -> new AdviceTable(found).render(Terminal.screen()),
        () -> AdvicePage.of(report.origin().on(specs), found),
        switch (found.state()) {
          case COMPLETE -> ExitCode.DONE;
          case PARTIAL, FAILED -> ExitCode.FAILED;
          case WRONG -> ExitCode.WRONG;
          case REFUSED -> ExitCode.REFUSED;
        });
  }
}
