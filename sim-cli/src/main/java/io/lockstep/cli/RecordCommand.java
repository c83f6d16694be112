package io.lockstep.cli;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Runner;
import io.lockstep.trace.InputException;
import io.lockstep.trace.file.TraceWriter;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep record}: executes a workload once and keeps its trace. */
@Command(
    name = "record",
    description = "Executes a workload, verifies it and writes its trace, to be run on any device.",
    mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {
  @Parameters(paramLabel = "WORKLOAD", description = "A workload file (.yaml).")
  private Path workload;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The trace to write (.lkt).")
  private Path output;

  @Mixin private ExecuteOptions execution;
  @Mixin private CheckOptions checks;
  @Mixin private Verbosity verbosity;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    if (!output.toString().endsWith(".lkt")) {
      throw new UsageException("--output: expected a name that ends in .lkt, found " + output);
    }
    if (Runner.isTrace(workload)) {
      throw new InputException(workload.toString(), "is a trace already; expected a workload file");
    }
    PrintWriter out = spec.commandLine().getOut();
    Runner runner =
        new Runner(new Catalogue(List.of()), verbosity.frontends(spec.commandLine().getErr()));
    Outcome outcome;
    String identity;
    try (Progress progress = new Progress();
        ProgramSource source =
            runner.execute(workload, execution.parameters, execution.options(checks.log()));
        TraceWriter writer = new TraceWriter(output, source.program())) {
      progress.meter().phase("recording", "work-groups", source.plannedGroups());
      ProgramSink.drain(progress.meter().counted(source), writer);
      outcome = source.outcome();
      identity = writer.identity();
    }
    long bytes = size();
    long operations = outcome.workItemInstructions();
    out.printf(
        Locale.ROOT,
        "%s: %,d bytes, %,d work-item instructions (%s bytes per 1,000), verified: %s%n",
        output,
        bytes,
        operations,
        operations == 0 ? "-" : String.format(Locale.ROOT, "%.2f", 1000.0 * bytes / operations),
        outcome.verified() == null ? "no expectation" : outcome.verified() ? "yes" : "NO");
    out.println("sha256 " + identity);
    if (Boolean.FALSE.equals(outcome.verified())) {
      out.println(Terminal.screen().wrapped(outcome.message(), "  "));
    }
    outcome.printed().forEach(out::println);
    checks.print(out);
    out.flush();
    return Boolean.FALSE.equals(outcome.verified()) || checks.found()
        ? ExitCode.WRONG
        : ExitCode.DONE;
  }

  private long size() {
    try {
      return Files.size(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
