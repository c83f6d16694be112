// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.WorkOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "resume", description = "Computes the missing points of a sweep.")
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    examples = {
      "lockstep sweep resume folder/",
      "lockstep sweep resume folder/ --retry",
      "lockstep sweep resume folder/ --on slurm"
    })
public final class SweepResumeCommand implements Callable<Integer> {
  @Mixin private SweepFolderOptions folder;

  @Option(names = "--retry", description = "Retry points that timed out, crashed or lacked memory.")
  private boolean retry;

  @Mixin private SweepCluster cluster;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    SweepFolder sweep = folder.folder();
    boolean elsewhere = cluster.isMeant(spec.commandLine());
    if (cluster.isNone()) {
      throw new UsageException("--on none makes a sweep's folder; this one is made");
    }
    WorkOptions options = folder.options(retry, err);
    return elsewhere
        ? new SweepOnSlurm(spec.commandLine(), sweep, cluster).all(folder.catalogue(err), options)
        : new SweepRun(spec.commandLine(), sweep).all(folder.catalogue(err), options);
  }
}
