package io.lockstep.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The commands by name. Reading all of their options is a large part of a short run, so that only
 * the one is read that the first argument names, where it names one.
 */
final class Commands {
  private static final Map<String, Supplier<Object>> ALL = new LinkedHashMap<>();

  /** Those that look at all the others. */
  private static final Set<String> NEED_ALL = Set.of("completion", "help");

  static {
    ALL.put("compare", CompareCommand::new);
    ALL.put("run", RunCommand::new);
    ALL.put("devices", DevicesCommand::new);
    ALL.put("record", RecordCommand::new);
    ALL.put("inspect", InspectCommand::new);
    ALL.put("import", ImportCommand::new);
    ALL.put("sweep", SweepCommand::new);
    ALL.put("timeline", TimelineCommand::new);
    ALL.put("diff", DiffCommand::new);
    ALL.put("new", NewCommand::new);
    ALL.put("completion", CompletionCommand::new);
    ALL.put("help", HelpCommand::new);
  }

  private Commands() {}

  /** Adds to the main command what these arguments need. */
  static void add(CommandLine line, String... args) {
    String first = args.length == 0 ? "" : args[0];
    boolean one = ALL.containsKey(first) && !NEED_ALL.contains(first);
    for (String name : one ? List.of(first) : ALL.keySet()) {
      line.addSubcommand(name, ALL.get(name).get());
    }
  }
}
