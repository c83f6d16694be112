// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.program;

import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.ExecuteOptions;
import io.lockstep.cli.option.ExecutionThreads;
import io.lockstep.cli.option.PluginOption;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.BarrierArrivals;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.program.DeviceProperties;
import io.lockstep.program.LiveOptions;
import io.lockstep.program.OperationTimer;
import io.lockstep.program.ProgramRequest;
import io.lockstep.program.ProgramRun;
import io.lockstep.program.RecordedTrace;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A command line with a program in place of a workload: {@code compare -d hd5870 -- ./app ARG…}.
 * The command checks its options, has the program executed once into a trace ({@link
 * ProgramOptions#record}), and reads that like any other.
 */
public final class ProgramCommand implements IExecutionStrategy {
  private static final String SEPARATOR = "--";
  private static final String ONE =
      "a program after -- takes the place of the workload; name only one";

  /** Options of the execution of a workload, which recorded traces refuse. */
  private static final Set<String> OF_WORKLOADS =
      Set.of("--param", "--check", "--dump", "--expect");

  private final List<String> words;
  private final Path trace;

  private ProgramCommand(List<String> words, Path trace) {
    this.words = words;
    this.trace = trace;
  }

  /**
   * Prepares a command line whose command takes programs, if its arguments name one.
   *
   * @return the arguments to parse: with the trace in place of the program
   */
  public static String[] prepare(CommandLine line, String... args) {
    int cut = Arrays.asList(args).indexOf(SEPARATOR);
    CommandLine command = cut < 1 ? null : line.getSubcommands().get(args[0]);
    if (command == null || ProgramOptions.of(command.getCommandSpec()).isEmpty()) {
      refuseOptions(args);
      return args;
    }
    List<String> words = List.of(args).subList(cut + 1, args.length);
    if (words.isEmpty()) {
      throw new UsageException("name a program after --");
    }
    String name = String.valueOf(Path.of(words.get(0)).getFileName()).replaceAll("[^\\w.+-]", "_");
    try {
      Path trace = ProcessFiles.newFolder().resolve(name + ".lkt");
      ProgramCommand program = new ProgramCommand(words, trace);
      line.setExecutionStrategy(program);
      line.setParameterExceptionHandler(program.refusing(line.getParameterExceptionHandler()));
      List<String> replaced = new ArrayList<>(List.of(args).subList(0, cut));
      replaced.add(trace.toString());
      return replaced.toArray(String[]::new);
    } catch (IOException e) {
      throw new OutputException(System.getProperty("java.io.tmpdir"), e);
    }
  }

  /** Refuses options of programs on a command line that names none. */
  private static void refuseOptions(String... args) {
    for (String arg : args) {
      String name = arg.split("=", 2)[0];
      if (ProgramOptions.NAMES.contains(name)) {
        throw new UsageException(name + " concerns a program: name one after --, as in -- ./app");
      }
    }
  }

  /** Reports a workload beside the program in words that do not name the trace. */
  private IParameterExceptionHandler refusing(IParameterExceptionHandler others) {
    return (e, args) -> {
      boolean both =
          e instanceof UnmatchedArgumentException unmatched
              && unmatched.getUnmatched().contains(trace.toString());
      if (!both) {
        return others.handleParseException(e, args);
      }
      e.getCommandLine().getErr().println("lockstep: " + ONE);
      return ExitCode.USAGE;
    };
  }

  /** Ends a command whose program failed. */
  private static final class EndedException extends RuntimeException {
    final int code;

    EndedException(int code) {
      this.code = code;
    }
  }

  @Override
  public int execute(ParseResult parsed) {
    ParseResult leaf = parsed;
    while (leaf.hasSubcommand()) {
      leaf = leaf.subcommand();
    }
    if (!leaf.isUsageHelpRequested() && !leaf.isVersionHelpRequested()) {
      prepare(leaf);
    }
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (CommandLine.ExecutionException e) {
      if (e.getCause() instanceof EndedException ended) {
        return ended.code;
      }
      throw e;
    }
  }

  /** Checks the command line and has the command run the program once it has checked the rest. */
  private void prepare(ParseResult leaf) {
    CommandLine line = leaf.commandSpec().commandLine();
    try {
      ProgramOptions options = ProgramOptions.of(leaf.commandSpec()).orElseThrow();
      options.words = words;
      check(leaf, options);
      options.recordedBy(
          () -> {
            int code = run(leaf, options, line.getErr());
            if (code != ExitCode.DONE) {
              throw new EndedException(code);
            }
          },
          trace);
    } catch (RuntimeException e) {
      throw new CommandLine.ExecutionException(line, "the program", e);
    }
  }

  private static void check(ParseResult leaf, ProgramOptions options) {
    if (leaf.matchedPositionals().stream().mapToInt(p -> p.stringValues().size()).sum() > 1) {
      throw new UsageException(ONE);
    }
    if (options.takesSeveral() && !leaf.hasMatchedOption("--output")) {
      throw new UsageException("name the trace to write, with -o FILE.lkt");
    }
    for (OptionSpec option : leaf.matchedOptions()) {
      if (OF_WORKLOADS.contains(option.longestName())) {
        throw new UsageException(
            option.longestName()
                + " concerns a workload that Lockstep executes; a program is started as it is, with"
                + " the arguments after its name");
      }
    }
  }

  private static List<Path> plugins(ParseResult leaf) {
    OptionSpec plugins = leaf.commandSpec().findOption("--plugin-path");
    return plugins == null || plugins.getValue() == null ? List.of() : plugins.getValue();
  }

  private static Optional<OperationTimer> clock(
      ParseResult leaf, ProgramOptions options, Consumer<String> notes) {
    return Optional.ofNullable(options.clock)
        .map(name -> new SimulatedClock(PluginOption.quietly(plugins(leaf)), name, notes));
  }

  private int run(ParseResult leaf, ProgramOptions options, PrintWriter err) {
    CommandSpec spec = leaf.commandSpec();
    Consumer<String> notes = Verbosity.notes(err);
    boolean results = leaf.matchedOptionValue("--format", Format.TABLE) != Format.TABLE;
    SeenDevice seen = seen(leaf, options);
    SeenDevice device = ExecuteOptions.exactSums(spec) ? seen.withExactSums() : seen;
    ExecutionOptions execution =
        ExecutionOptions.defaults()
            .withNumerics(device.rules())
            .withThreads(
                ExecutionThreads.count(leaf.<Integer>matchedOptionValue("--threads", null)));
    ProgramRequest request =
        new ProgramRequest(
            new ProgramRequest.Program(words, options.libraries),
            Plugins.frontends(),
            ExecuteOptions.arrivals(spec)
                ? execution.withArrivals(
                    new BarrierArrivals(
                        Integer.parseInt(device.properties().get(DeviceProperties.WAVEFRONT)),
                        notes))
                : execution,
            new LiveOptions(
                device.properties(),
                options.launches(),
                options.bounds,
                options.oracle(),
                clock(leaf, options, notes),
                device.residency()),
            new ProgramRequest.Output(results, options.success()),
            notes);
    Ending.begin(() -> "the program was ended; nothing was recorded");
    long start = System.nanoTime();
    ProgramRun.Result result = ProgramRun.run(request, trace);
    if (!result.message().isEmpty() && !result.told()) {
      notes.accept(words.get(0) + ": " + result.message());
    }
    if (result.traces().isEmpty() && !result.message().isEmpty()) {
      return ExitCode.WRONG;
    }
    if (result.traces().isEmpty()) {
      throw new InputException(words.get(0), "launched no kernel, so there is nothing to simulate");
    }
    options.result = Optional.of(result);
    if (result.traces().size() > 1 && !options.takesSeveral()) {
      throw new InputException(
          words.get(0),
          ("has %s processes that launch kernels; record one trace for each, with lockstep record"
                  + " -o FILE.lkt -- …, and name them")
              .formatted(result.traces().size()));
    }
    RecordedTrace one = result.traces().get(0);
    notes.accept(
        String.format(
            Locale.ROOT,
            "%s: %,d launches in %,d calls, %,d work-item instructions, recorded in %.1f s",
            words.get(0),
            one.launches(),
            one.calls(),
            one.instructions(),
            (System.nanoTime() - start) / 1e9));
    return ExitCode.DONE;
  }

  /**
   * Returns the device of {@code --as}, or the first one that the command names and that the
   * program can use: a CUDA program needs one that reads PTX, and sees the properties of the
   * catalogue's if the command names none.
   */
  private SeenDevice seen(ParseResult leaf, ProgramOptions options) {
    List<Path> folders = plugins(leaf);
    OptionSpec devices = leaf.commandSpec().findOption("--device");
    List<String> given = new ArrayList<>();
    if (devices != null && devices.getValue() instanceof List<?> all) {
      all.forEach(name -> given.add(String.valueOf(name)));
    }
    boolean cuda = ProgramRun.usesCuda(words.get(0));
    if (given.isEmpty() && options.as == null && !cuda) {
      return SeenDevice.common();
    }
    Catalogue catalogue = PluginOption.quietly(folders);
    DeviceOptions.named(catalogue, given); // a wrong name is reported before the program runs
    List<String> named =
        options.as == null
            ? given.stream().filter(name -> !name.equals(DeviceOptions.ALL)).toList()
            : List.of(options.as);
    Optional<String> seen =
        named.stream()
            .filter(n -> !cuda || SeenDevice.compute(catalogue, catalogue.spec(n)) > 0)
            .findFirst();
    options.seen = seen;
    if (seen.isPresent()) {
      return SeenDevice.of(catalogue, catalogue.spec(seen.get()));
    }
    if (!cuda) {
      return SeenDevice.common();
    }
    String wanted = DeviceProperties.common().get(DeviceProperties.COMPUTE);
    return catalogue.specs().stream()
        .filter(s -> SeenDevice.compute(catalogue, s) == Integer.parseInt(wanted))
        .findFirst()
        .map(spec -> SeenDevice.of(catalogue, spec).withExactSums())
        .orElseGet(SeenDevice::common);
  }
}
