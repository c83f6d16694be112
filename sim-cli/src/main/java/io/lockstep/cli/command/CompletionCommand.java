// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.help.HelpPages;
import io.lockstep.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "completion",
    description = {
      "Prints a completion script for bash and zsh.",
      "Use: source <(lockstep completion)"
    })
@HelpPage(
    group = HelpPage.Group.TOOLS,
    place = 20,
    codes = {0, 2, 6},
    examples = {"source <(lockstep completion)"})
public final class CompletionCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    HelpPages.complete(root, root.getUsageHelpWidth(), true);
    spec.commandLine().getOut().print(AutoComplete.bash("lockstep", root));
    spec.commandLine().getOut().flush();
    return ExitCode.DONE;
  }
}
