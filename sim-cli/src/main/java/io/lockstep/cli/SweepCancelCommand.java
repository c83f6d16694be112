package io.lockstep.cli;

import io.lockstep.io.output.OutputFile;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Driver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code lockstep sweep cancel}: asks all who work on a sweep to end. */
@Command(
    name = "cancel",
    description = {
      "Asks all who work on a sweep, on whatever machine, to end within a second or two.",
      "What they are computing stays missing; 'sweep resume' goes on."
    },
    mixinStandardHelpOptions = true)
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 2, 3, 6},
    examples = {"lockstep sweep cancel folder/"})
final class SweepCancelCommand implements Callable<Integer> {
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
    spec.commandLine().getErr().println("lockstep: " + folder + ": all who work on it will end");
    return ExitCode.DONE;
  }
}
