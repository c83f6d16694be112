// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.help;

import io.lockstep.cli.option.Rare;
import io.lockstep.cli.terminal.LineWrap;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ScopeType;

/** Completes help pages with examples, exit codes and groups of commands. */
public final class HelpPages {
  private static final Map<Integer, String> MEANINGS = new TreeMap<>();

  static {
    MEANINGS.put(0, "done");
    MEANINGS.put(1, "a simulation failed");
    MEANINGS.put(2, "wrong usage");
    MEANINGS.put(3, "bad input");
    MEANINGS.put(4, "a result was wrong, or a check found something");
    MEANINGS.put(5, "everything was refused");
    MEANINGS.put(6, "the result could not be written");
    MEANINGS.put(130, "interrupted (SIGINT); finished rows are printed");
    MEANINGS.put(143, "the same by SIGTERM");
  }

  private HelpPages() {}

  private static Optional<HelpPage> page(CommandSpec command) {
    return Optional.ofNullable(command.userObject().getClass().getAnnotation(HelpPage.class));
  }

  /** The option that shows all options of a command. */
  public static final String ALL = "--help-all";

  /** Completes pages on demand, since most runs show no help. */
  private static final class Later implements IHelpFactory {
    private final CommandLine line;
    private final int width;
    private boolean done;

    Later(CommandLine line, int width) {
      this.line = line;
      this.width = width;
    }

    @Override
    public Help create(CommandSpec command, Help.ColorScheme scheme) {
      if (!done) {
        done = true;
        complete(line, width, isAllAsked(command));
      }
      return new Help(command, scheme);
    }
  }

  private static boolean isAllAsked(CommandSpec command) {
    CommandLine.ParseResult parsed = command.commandLine().getParseResult();
    return parsed != null && parsed.originalArgs().contains(ALL);
  }

  /**
   * Completes the pages of a command and its subcommands when a page is first shown.
   *
   * @param width page width in columns
   */
  public static void completeLater(CommandLine line, int width) {
    line.setHelpFactory(new Later(line, width));
  }

  /**
   * Completes the pages of a command and its subcommands.
   *
   * @param width page width in columns
   * @param all whether pages show rare options
   */
  public static void complete(CommandLine line, int width, boolean all) {
    line.setUsageHelpWidth(width);
    line.setUsageHelpLongOptionsMaxWidth(Math.min(24, width / 3));
    complete(line);
    line.getSubcommands().values().forEach(command -> completeCommand(command, all));
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpPages::commands);
  }

  private static void completeCommand(CommandLine line, boolean all) {
    hideRare(line, all);
    complete(line);
    line.getSubcommands().values().forEach(command -> completeCommand(command, all));
  }

  private static void hideRare(CommandLine line, boolean all) {
    CommandSpec command = line.getCommandSpec();
    for (OptionSpec option : List.copyOf(command.options())) {
      boolean hides = all ? isOfAnother(command, option) : isRare(command, option);
      if (!option.hidden() && hides) {
        command.remove(option);
        command.addOption(
            OptionSpec.builder(option).hidden(true).scopeType(ScopeType.LOCAL).build());
      }
    }
  }

  private static boolean isOfAnother(CommandSpec command, OptionSpec option) {
    Rare rare =
        option.userObject() instanceof AnnotatedElement field
            ? field.getAnnotation(Rare.class)
            : null;
    return rare != null && !rare.only().isEmpty() && !rare.only().equals(command.name());
  }

  public static boolean isRare(CommandSpec command, OptionSpec option) {
    boolean here =
        page(command).stream()
            .anyMatch(page -> List.of(page.rare()).contains(option.longestName()));
    return here
        || option.userObject() instanceof AnnotatedElement field
            && field.isAnnotationPresent(Rare.class);
  }

  private static void complete(CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    Optional<HelpPage> page = page(line.getCommandSpec());
    if (page.isEmpty() || usage.footer().length > 0) {
      return;
    }
    usage.abbreviateSynopsis(true);
    usage.footerHeading("%nExamples:%n");
    usage.footer(
        Stream.of(page.get().examples())
            .map(e -> "  " + e.replace("%", "%%"))
            .toArray(String[]::new));
    Map<String, String> codes = new LinkedHashMap<>();
    for (int code : page.get().codes()) {
      codes.put(" " + code, MEANINGS.get(code));
    }
    for (String meaning : page.get().meanings()) {
      String[] parts = meaning.split(": ", 2);
      codes.put(" " + parts[0], parts[1]);
    }
    usage.exitCodeListHeading("%nExit codes:%n");
    usage.exitCodeList(codes);
  }

  public static HelpPage.Group group(CommandSpec command) {
    return page(command).map(HelpPage::group).orElse(HelpPage.Group.OTHER);
  }

  /** Lists commands by group, each with the first sentence of its page. */
  private static String commands(Help help) {
    Map<HelpPage.Group, List<String>> lines = new EnumMap<>(HelpPage.Group.class);
    int width = help.commandSpec().usageMessage().width();
    for (Map.Entry<String, Help> e : help.subcommands().entrySet()) {
      String[] description = e.getValue().commandSpec().usageMessage().description();
      String text = description.length == 0 ? "" : description[0].replace("%%", "%");
      List<String> parts = LineWrap.lines(text, width - 16, "");
      List<String> of =
          lines.computeIfAbsent(group(e.getValue().commandSpec()), g -> new ArrayList<>());
      of.add(String.format("  %-12s%s%n", e.getKey(), parts.get(0)));
      parts.subList(1, parts.size()).forEach(p -> of.add(" ".repeat(14) + p + "\n"));
    }
    StringBuilder out = new StringBuilder();
    lines.forEach(
        (group, of) -> {
          out.append('\n').append(group.title).append(":\n").append(String.join("", of));
        });
    return out.toString();
  }
}
