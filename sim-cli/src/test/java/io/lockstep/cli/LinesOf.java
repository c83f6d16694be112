// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import io.lockstep.cli.page.LineComparison;
import io.lockstep.cli.page.LineLevel;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A workload's times by line on some devices, to be laid out for several screens. */
final class LinesOf {
  private final List<RunResult> results;
  private final LinePlaces places;

  LinesOf(String workload, Map<String, String> parameters, List<String> devices) {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    Runner runner = new Runner(catalogue, Plugins.frontends());
    RunOptions options = RunOptions.defaults().with().byLine(true).build();
    List<Runner.Target> targets =
        devices.stream().map(d -> new Runner.Target(catalogue.spec(d))).toList();
    results = SharedProgram.run(runner, Path.of(workload), parameters, targets, options);
    places = new LinePlaces(SourceLines.beside(Path.of(workload)), Plugins.frontends());
  }

  String beside(int most, LineLevel level, Screen screen) {
    return new LineComparison(r -> places, most, level, screen).render(results);
  }
}
