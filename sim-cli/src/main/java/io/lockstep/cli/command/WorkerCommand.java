// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.PluginOption;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.judge.conformance.Microkernels;
import io.lockstep.run.Plugins;
import io.lockstep.study.work.WorkerLoop;
import io.lockstep.study.work.WorkerProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code lockstep worker}, a process that another command starts to simulate. */
@Command(
    name = WorkerProcesses.COMMAND,
    hidden = true,
    description = "Runs simulations that another Lockstep process requests on standard input.")
@HelpPage(
    codes = {0, 3, 6},
    examples = {})
public final class WorkerCommand implements Callable<Integer> {
  @Option(names = "--plugin-path", paramLabel = "FOLDER", description = "Device modules.")
  @FileUse(FileUse.Kind.READ)
  private List<Path> pluginPath = new ArrayList<>();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    WorkerLoop loop =
        new WorkerLoop(
            PluginOption.quietly(pluginPath), // the parent process has printed the warnings
            Plugins.frontends(),
            Microkernels::of,
            spec.commandLine().getOut(),
            Verbosity.notes(spec.commandLine().getErr()));
    try {
      loop.run(
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
          WorkerCommand::halt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.DONE;
  }

  /** Abandons the current work because the parent process has ended. */
  private static void halt() {
    ProcessFiles.deleteAll();
    Runtime.getRuntime().halt(0);
  }
}
