// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.help.HelpPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The reference of commands is made of their help texts. */
class CommandsPageTest {
  private static final Path PAGE = Shell.REPOSITORY.resolve("docs/commands.md");
  private static final int WIDTH = 100;

  @Test
  @DisplayName("docs/commands.md has all help pages (-Dlockstep.write.docs writes it)")
  void thePageHasAllHelpPages() throws IOException {
    String page = page();
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static String page() {
    CommandLine main = new CommandLine(new Main());
    Commands.add(main);
    main.setCaseInsensitiveEnumValuesAllowed(true);
    HelpPages.complete(main, WIDTH, true);
    Map<HelpPage.Group, StringBuilder> groups = new EnumMap<>(HelpPage.Group.class);
    main.getSubcommands()
        .forEach(
            (name, command) -> {
              StringBuilder text =
                  groups.computeIfAbsent(
                      HelpPages.group(command.getCommandSpec()), g -> new StringBuilder());
              section(text, command);
              command.getSubcommands().values().forEach(inner -> section(text, inner));
            });
    StringBuilder out =
        new StringBuilder(
            """
            # Commands

            Written by `CommandsPageTest` from the help texts, rare options included: what `lockstep COMMAND --help-all` prints.

            """);
    out.append("```\n").append(help(main)).append("```\n");
    groups.forEach(
        (group, text) -> out.append("\n## ").append(group.title).append('\n').append(text));
    return out.toString();
  }

  private static void section(StringBuilder out, CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    out.append("\n### ").append(name.substring(name.indexOf(' ') + 1)).append("\n\n```\n");
    out.append(help(command)).append("```\n");
  }

  private static String help(CommandLine command) {
    return command.getUsageMessage(CommandLine.Help.Ansi.OFF);
  }
}
