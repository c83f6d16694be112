// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import java.util.Stack;
import picocli.CommandLine;

/** Takes the next argument literally, even if it looks like an option, such as -column. */
public final class Verbatim implements CommandLine.IParameterConsumer {
  @Override
  public void consumeParameters(
      Stack<String> arguments,
      CommandLine.Model.ArgSpec option,
      CommandLine.Model.CommandSpec command) {
    if (arguments.isEmpty()) {
      throw new CommandLine.ParameterException(
          command.commandLine(),
          "option '" + name(option) + "': expected " + option.paramLabel() + " behind it");
    }
    option.setValue(arguments.pop());
  }

  private static String name(CommandLine.Model.ArgSpec option) {
    return option instanceof CommandLine.Model.OptionSpec named
        ? named.longestName()
        : option.paramLabel();
  }
}
