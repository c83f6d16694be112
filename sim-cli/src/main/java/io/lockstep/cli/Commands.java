package io.lockstep.cli;

import io.lockstep.cli.command.CheckCommand;
import io.lockstep.cli.command.CompareCommand;
import io.lockstep.cli.command.CompletionCommand;
import io.lockstep.cli.command.DevicesCommand;
import io.lockstep.cli.command.DiffCommand;
import io.lockstep.cli.command.ExplainCommand;
import io.lockstep.cli.command.HelpCommand;
import io.lockstep.cli.command.ImportCommand;
import io.lockstep.cli.command.InspectCommand;
import io.lockstep.cli.command.NewCommand;
import io.lockstep.cli.command.OccupancyCommand;
import io.lockstep.cli.command.ProfileCommand;
import io.lockstep.cli.command.RecordCommand;
import io.lockstep.cli.command.RunCommand;
import io.lockstep.cli.command.SensitivityCommand;
import io.lockstep.cli.command.TimelineCommand;
import io.lockstep.cli.command.ValidateCommand;
import io.lockstep.cli.command.WhatIfCommand;
import io.lockstep.cli.command.WorkerCommand;
import io.lockstep.cli.sweep.SweepCommand;
import io.lockstep.study.work.WorkerProcesses;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/**
 * The commands by name. Reading all of their options is a large part of a short run, so that only
 * the one is read that the first argument names, where it names one.
 */
final class Commands {
  private static final List<String> ALL =
      List.of(
          "compare",
          "run",
          "profile",
          "explain",
          "whatif",
          "sensitivity",
          "devices",
          "check",
          "record",
          "inspect",
          "occupancy",
          "import",
          "sweep",
          "validate",
          "timeline",
          "diff",
          "new",
          "completion",
          "help");

  /** Those that look at all the others. */
  private static final Set<String> NEED_ALL = Set.of("completion", "help");

  private Commands() {}

  /** Adds to the main command what these arguments need. */
  static void add(CommandLine line, String... args) {
    String first = args.length == 0 ? "" : args[0];
    boolean hidden = first.equals(WorkerProcesses.COMMAND);
    boolean one = hidden || ALL.contains(first) && !NEED_ALL.contains(first);
    for (String name : one ? List.of(first) : ALL) {
      line.addSubcommand(name, command(name));
    }
  }

  private static Object command(String name) {
    return switch (name) {
      case "compare" -> new CompareCommand();
      case "run" -> new RunCommand();
      case "profile" -> new ProfileCommand();
      case "explain" -> new ExplainCommand();
      case "whatif" -> new WhatIfCommand();
      case "sensitivity" -> new SensitivityCommand();
      case "devices" -> new DevicesCommand();
      case "check" -> new CheckCommand();
      case "record" -> new RecordCommand();
      case "inspect" -> new InspectCommand();
      case "occupancy" -> new OccupancyCommand();
      case "import" -> new ImportCommand();
      case "sweep" -> new SweepCommand();
      case "validate" -> new ValidateCommand();
      case "timeline" -> new TimelineCommand();
      case "diff" -> new DiffCommand();
      case "new" -> new NewCommand();
      case WorkerProcesses.COMMAND -> new WorkerCommand();
      case "completion" -> new CompletionCommand();
      case "help" -> new HelpCommand();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
