// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.io.output.OutputFile;
import io.lockstep.sweep.slurm.ArrayJob;
import io.lockstep.sweep.slurm.SlurmCommands;
import io.lockstep.sweep.slurm.SlurmDriver;
import io.lockstep.sweep.slurm.SlurmException;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Driver;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    description = {
      "Stops all processes that work on a sweep.",
      "Unfinished points stay missing; 'sweep resume' continues."
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 2, 3, 6},
    examples = {"lockstep sweep cancel folder/"})
public final class SweepCancelCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    SweepFolder sweep = SweepFolder.open(folder);
    try (OutputFile file = new OutputFile(sweep.root().resolve(Driver.CANCEL))) {
      file.write("cancelled\n".getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println("lockstep: " + folder + ": all processes working on the sweep will stop");
    endArrays(sweep, err);
    return ExitCode.DONE;
  }

  /** Cancels the sweep's job arrays in Slurm's queue, whose tasks have not started. */
  private static void endArrays(SweepFolder sweep, PrintWriter err) {
    try {
      for (ArrayJob job : SlurmDriver.cancel(sweep.root(), new SlurmCommands())) {
        err.println("lockstep: job " + job.id() + " will end");
      }
    } catch (SlurmException e) {
      err.println("lockstep: warning: queued jobs were not cancelled: " + e.getMessage());
    }
  }
}
