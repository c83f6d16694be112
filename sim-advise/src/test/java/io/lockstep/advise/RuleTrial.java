// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.roof.Roofs;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.ProgramSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks one rule about a small program with given statistics, without a simulation. */
final class RuleTrial {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final DeviceSpec SPEC = CATALOGUE.spec("hd5870");

  private RuleTrial() {}

  /** Returns the proposals for a workload with n = 256 on an HD 5870. */
  static List<Proposal> proposals(
      AdviceRule rule, Path workload, Map<String, BigDecimal> statistics) {
    RunResult result =
        new RunResult(
            new RunResult.Identity("w", SPEC.id(), SPEC.name(), new TreeMap<>(), new TreeMap<>()),
            new RunResult.Outcome(RunStatus.OK, null, null, ""),
            new RunResult.Time(1, 1_000_000, 1_000_000, "issue"),
            new RunResult.Evidence("", "", SPEC.hash()),
            new TreeMap<>(statistics),
            RunResult.Observed.NONE);
    Runner runner = new Runner(CATALOGUE, Plugins.frontends());
    SourceLines sources = SourceLines.beside(workload);
    Map<String, String> few = Map.of("n", "256");
    try (ProgramSource program = runner.execute(workload, few, RunOptions.defaults())) {
      return rule.proposals(
          new Evidence(
              CATALOGUE.device(SPEC),
              result,
              Roofs.of(result, CATALOGUE, SPEC),
              ProgramCard.measure(program, sources),
              new LinePlaces(sources, Plugins.frontends()),
              true,
              parameters -> List.of()));
    }
  }
}
