// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import io.lockstep.cli.help.HelpPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Finds the commands by name: {@code whatif} is {@code WhatifCommand}, in the package of commands
 * or in a package called {@code whatif}. Only the command named by the first argument is loaded,
 * because reading the options of all commands takes a large part of a short run.
 */
final class Commands {
  private static final String PACKAGE = Commands.class.getPackageName();
  private static final String ENDING = "Command.class";

  /** Commands that need all other commands to be loaded. */
  private static final Set<String> NEED_ALL = Set.of("completion", "help");

  /** Words that, alone, ask for the overview. */
  private static final Set<String> OVERVIEW = Set.of("help", "-h", "--help");

  private Commands() {}

  static void add(CommandLine line, String... args) {
    if (args.length == 1 && OVERVIEW.contains(args[0])) {
      all().forEach(type -> outline(line, type, args[0]));
      return;
    }
    Class<?> one = args.length == 0 || NEED_ALL.contains(args[0]) ? null : named(args[0]);
    (one == null ? all() : List.of(one)).forEach(line::addSubcommand);
  }

  /** Adds a command without its options, which the overview does not show. */
  private static void outline(CommandLine line, Class<?> type, String asked) {
    Command command = type.getAnnotation(Command.class);
    if (command.name().equals(asked)) {
      line.addSubcommand(type);
      return;
    }
    CommandSpec outline = CommandSpec.wrapWithoutInspection(type);
    outline.usageMessage().description(command.description());
    line.addSubcommand(command.name(), outline);
  }

  /**
   * Returns the commands that have an option, each in quotes.
   *
   * @param line a main command without subcommands; all subcommands are added to it
   */
  static List<String> thatTake(CommandLine line, String option) {
    all().forEach(line::addSubcommand);
    return line.getSubcommands().entrySet().stream()
        .filter(command -> command.getValue().getCommandSpec().findOption(option) != null)
        .map(command -> "'lockstep " + command.getKey() + "'")
        .toList();
  }

  private static Class<?> named(String name) {
    if (!name.matches("[a-z]+")) {
      return null;
    }
    String type = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Command";
    for (String own : List.of("command", name)) {
      try {
        Class<?> found = Class.forName(PACKAGE + "." + own + "." + type);
        return found.isAnnotationPresent(Command.class) ? found : null;
      } catch (ClassNotFoundException e) {
        continue;
      }
    }
    return null;
  }

  /** Returns all listed commands, in the order of the main page. */
  private static List<Class<?>> all() {
    try {
      Path code =
          Path.of(Commands.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(code)) {
        return all(code);
      }
      try (FileSystem jar = FileSystems.newFileSystem(code)) {
        return all(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e); // impossible: a class was loaded from this location
    }
  }

  private static List<Class<?>> all(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.endsWith(ENDING))
          .map(file -> file.substring(0, file.length() - ENDING.length()).toLowerCase(Locale.ROOT))
          .<Class<?>>map(Commands::named)
          .filter(Objects::nonNull)
          .filter(type -> !type.getAnnotation(Command.class).hidden())
          .sorted(Comparator.comparingInt(type -> type.getAnnotation(HelpPage.class).place()))
          .toList();
    }
  }
}
