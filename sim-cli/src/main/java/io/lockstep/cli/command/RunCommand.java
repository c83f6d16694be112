// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DumpOptions;
import io.lockstep.cli.option.LineOptions;
import io.lockstep.cli.option.ObserveSettings;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.TableOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "run",
    description = {
      "Runs a workload on devices; shows all statistics.",
      "Fails if any device fails, refuses or computes a wrong result."
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 2,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {"1: a simulation failed or was refused"},
    examples = {
      "lockstep run examples/matmul.yaml -d hd5870",
      "lockstep run examples/matmul.yaml -d gtx280 --format json",
      "lockstep run examples/matmul.yaml -d hd5870 --dump c=c.npy"
    })
public final class RunCommand extends ObservedCommand {
  @Mixin private CheckOptions checks;
  @Mixin private DumpOptions dump;
  @Mixin private ReportOption report;

  @Override
  public Integer call() {
    return run(
        checks, dump, report, new ObserveSettings(), new LineOptions(), new TableOptions(), false);
  }
}
