// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "help", description = "Prints the help of a command, or this overview.")
@HelpPage(
    group = HelpPage.Group.TOOLS,
    place = 21,
    codes = {0, 2, 6},
    examples = {"lockstep help", "lockstep help compare", "lockstep help sweep status"})
public final class HelpCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The command, and one below it (default: the overview).")
  private List<String> path = List.of();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine all = spec.root().commandLine();
    CommandLine chosen = all;
    for (String name : path) {
      Map<String, CommandLine> commands = chosen.getSubcommands();
      String of = chosen == all ? "" : " of '" + chosen.getCommandName() + "'";
      chosen = commands.get(name);
      if (chosen == null) {
        List<String> names = new ArrayList<>(commands.keySet());
        throw new UsageException(
            "help: there is no command '" + name + "'" + of + Suggestions.hint(name, names));
      }
    }
    chosen.usage(spec.commandLine().getOut(), all.getColorScheme());
    spec.commandLine().getOut().flush();
    return ExitCode.DONE;
  }
}
