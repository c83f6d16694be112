// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.help.HelpPages;
import io.lockstep.cli.hipcc.HipccCommand;
import io.lockstep.cli.option.DebugOption;
import io.lockstep.cli.option.Rare;
import io.lockstep.cli.program.ProgramCommand;
import io.lockstep.cli.terminal.Ascii;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.StandardOutput;
import io.lockstep.cli.terminal.StatusLine;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Memory;
import io.lockstep.run.plugin.ModelException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code lockstep} command, which runs kernels on simulated GPUs. */
@Command(
    name = "lockstep",
    description =
        "Runs a kernel in simulated time on GPUs of several generations, side by side: "
            + "'lockstep devices' names them.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
@HelpPage(
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {"0: done (refused devices in a comparison included)"},
    examples = {
      "lockstep compare examples/matmul.yaml",
      "lockstep run examples/matmul.yaml -d hd5870",
      "lockstep inspect examples/spmv.yaml",
      "lockstep devices hd5870"
    })
public final class Main implements DebugOption, Runnable {
  @Option(
      names = {"-h", "--help", HelpPages.ALL},
      usageHelp = true,
      description = "Show this help; --help-all adds rare options.",
      scope = ScopeType.INHERIT)
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and exit.")
  private boolean version;

  @Rare
  @Option(
      names = "--debug",
      description = "Print stack traces, for a report of a fault.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  @Override
  public boolean isDebug() {
    return debug;
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "Name a command.");
  }

  public static void main(String[] args) {
    // Each warning of a front-end is printed on one line, with any logger.
    for (String format :
        new String[] {"jdk.system.logger.format", "java.util.logging.SimpleFormatter.format"}) {
      if (System.getProperty(format) == null) {
        System.setProperty(format, "lockstep: warning: %5$s%n");
      }
    }
    StandardOutput output = StandardOutput.ofProcess();
    PrintWriter err = StatusLine.install(Terminal.here().err());
    System.setOut(System.err); // standard output is for results; models print to standard error
    Ending ending = Ending.install(err);
    boolean unicode = Terminal.here().out().unicode();
    PrintWriter out = unicode ? output.writer() : Ascii.writer(output.writer());
    int code = execute(out, err, args);
    out.flush();
    code = output.end(code, err);
    err.flush();
    ending.exit(code);
  }

  /** Runs the command within another program and returns the exit code. */
  public static int execute(PrintWriter out, PrintWriter err, String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    Commands.add(line, args);
    line.setOut(out);
    line.setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    HelpPages.completeLater(line, Terminal.here().helpWidth());
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Terminal.ansi()));
    main.handleErrors(line);
    try {
      return line.execute(ProgramCommand.prepare(line, HipccCommand.prepare(args)));
    } catch (UsageException | OutputException e) {
      return main.report(e, err);
    } catch (Error e) {
      return main.report(e, err);
    }
  }

  /** Uses anonymous classes, as class-data archives hold no lambdas of interfaces this old. */
  private void handleErrors(CommandLine line) {
    line.setParameterExceptionHandler(
        new CommandLine.IParameterExceptionHandler() {
          @Override
          public int handleParseException(CommandLine.ParameterException e, String[] args) {
            return reportUsage(e);
          }
        });
    line.setExecutionExceptionHandler(
        new CommandLine.IExecutionExceptionHandler() {
          @Override
          public int handleExecutionException(
              Exception e, CommandLine failed, CommandLine.ParseResult parsed) {
            return report(e, failed.getErr());
          }
        });
  }

  private static int reportUsage(CommandLine.ParameterException e) {
    CommandLine failed = e.getCommandLine();
    // picocli's message repeats "option" for maps and names a different form.
    String message =
        e.getMessage()
            .replace("option option", "option")
            .replace("KEY=VALUE format", "the form NAME=VALUE");
    failed.getErr().println("lockstep: " + message);
    String others = commandsThatTake(e);
    if (!others.isEmpty()) {
      failed.getErr().println(others);
    } else if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, failed.getErr())) {
      failed.getErr().println("Try '" + failed.getCommandSpec().qualifiedName() + " --help'.");
    }
    return ExitCode.USAGE;
  }

  /** Returns a line that names the commands with an option that this command lacks, or "". */
  private static String commandsThatTake(CommandLine.ParameterException e) {
    if (!(e instanceof CommandLine.UnmatchedArgumentException unmatched)
        || !unmatched.isUnknownOption()) {
      return "";
    }
    String option = unmatched.getUnmatched().get(0).split("=", 2)[0];
    List<String> names = Commands.thatTake(new CommandLine(new Main()), option);
    return names.isEmpty() ? "" : option + " is an option of " + String.join(", ", names) + ".";
  }

  private int report(Throwable e, PrintWriter err) {
    Ending.claim();
    if (e instanceof OutOfMemoryError) {
      err.println("lockstep: " + Memory.exhausted(e));
      return ExitCode.FAILED;
    }
    if (debug) {
      e.printStackTrace(err);
    }
    if (e instanceof InputException || e instanceof ExecutionException) {
      err.println("lockstep: " + e.getMessage());
      return ExitCode.BAD_INPUT;
    }
    if (e instanceof OutputException) {
      err.println("lockstep: " + e.getMessage());
      return ExitCode.NOT_WRITTEN;
    }
    if (e instanceof UsageException) {
      err.println("lockstep: " + e.getMessage());
      return ExitCode.USAGE;
    }
    if (e instanceof UncheckedIOException) {
      err.println("lockstep: " + e.getCause().getMessage());
      return ExitCode.BAD_INPUT;
    }
    if (e instanceof ModelException) {
      err.println("lockstep: " + e.getMessage());
      return ExitCode.FAILED;
    }
    err.println(
        "lockstep: internal error: "
            + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage())
            + (debug ? "" : " (--debug shows where)"));
    return ExitCode.FAILED;
  }
}
