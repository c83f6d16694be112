// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DumpOptions;
import io.lockstep.cli.option.ExecuteOptions;
import io.lockstep.cli.option.ExecutionThreads;
import io.lockstep.cli.option.ExpectOptions;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.SubGroupOption;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.program.ProgramRun;
import io.lockstep.program.RecordedTrace;
import io.lockstep.run.Catalogue;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.program.Runner;
import io.lockstep.trace.file.TraceWriter;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.workload.WorkloadExecution;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "record",
    description = {
      "Executes a workload, verifies it, writes its trace.",
      "With --expect, writes an oracle's results into the workload's file. docs/workloads.md"
    })
@HelpPage(
    group = HelpPage.Group.DATA,
    place = 10,
    codes = {0, 2, 3, 4, 6},
    examples = {
      "lockstep record examples/matmul.yaml -o matmul.lkt",
      "lockstep record examples/matmul.yaml -p n=256 --check races -o matmul256.lkt",
      "lockstep record examples/kmeans.yaml --expect pocl",
      "lockstep record examples/spmv.yaml --expect y=y.npy --relative 1e-5"
    })
public final class RecordCommand implements Callable<Integer> {
  @Parameters(paramLabel = "WORKLOAD", description = "A workload file (.yaml), or -- PROGRAM ARG….")
  private Path workload;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Trace to write (.lkt); optional with --expect.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @Mixin private ProgramOptions program = new ProgramOptions(true);
  @Mixin private ExpectOptions expect;
  @Mixin private DumpOptions dump;
  @Mixin private ExecuteOptions execution;
  @Mixin private ExecutionThreads threads;
  @Mixin private CheckOptions checks;
  @Mixin private Verbosity verbosity;
  @Mixin private SubGroupOption subGroups;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    expect.check();
    subGroups.target();
    if (output == null && !expect.isWanted()) {
      throw new UsageException(
          "name the trace to write, with -o FILE.lkt, or an expectation to write, with --expect");
    }
    if (output != null && !output.toString().endsWith(".lkt")) {
      throw new UsageException("--output: expected a name that ends in .lkt, found " + output);
    }
    if (program.trace().isPresent()) {
      new OutputFile(output).close(); // an invalid name is reported before the program starts
      ProgramOptions.record(spec);
      return keep(program.result.orElseThrow());
    }
    if (Runner.isTrace(workload)) {
      throw new InputException(workload.toString(), "is a trace already; expected a workload file");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<KernelFrontend> frontends = verbosity.frontends(err);
    Runner runner = new Runner(new Catalogue(List.of()), frontends).telling(Verbosity.notes(err));
    if (expect.isWanted()) {
      expect.record(workload, execution.parameters, frontends).forEach(out::println);
      out.flush();
    }
    Outcome outcome;
    String identity = null;
    long bytes = 0;
    try (Progress progress = new Progress();
        BufferDumps dumps = dump.dumps();
        WorkloadExecution source =
            runner.execute(
                workload,
                execution.parameters,
                execution.options(checks.log()).withThreads(threads.count()),
                subGroups.target())) {
      dumps.open(source);
      progress.meter().phase("recording", "work-groups", source.plannedGroups());
      progress.meter().noting(source::longGroup);
      ProgramSource counted = progress.meter().counted(source);
      if (output == null) {
        ProgramItem item = counted.next();
        while (item != ProgramItem.END) {
          item = counted.next();
        }
      } else {
        try (TraceWriter writer = new TraceWriter(output, source.program())) {
          Ending.begin(() -> output + " was not written");
          ProgramSink.drain(counted, writer);
          Ending.claim();
          identity = writer.identity();
          bytes = writer.bytes();
        }
      }
      outcome = source.outcome();
      dumps.write();
    }
    if (output == null) {
      out.println("our own result, verified: " + verified(outcome));
    } else {
      tell(out, outcome, identity, bytes);
    }
    if (Boolean.FALSE.equals(outcome.verified())) {
      out.println(Terminal.screen().wrapped(outcome.message(), "  "));
      if (expect.isWanted()) {
        out.println(
            "Either may be wrong. Where only rounding differs, give --relative and --absolute.");
      }
    }
    outcome.printed().forEach(out::println);
    checks.print(out);
    out.flush();
    return Boolean.FALSE.equals(outcome.verified()) || checks.found()
        ? ExitCode.WRONG
        : ExitCode.DONE;
  }

  /** Copies the traces of a program to their names. */
  private int keep(ProgramRun.Result result) {
    PrintWriter out = spec.commandLine().getOut();
    for (RecordedTrace trace : result.traces()) {
      String name = trace.file().getFileName().toString();
      String process = name.replaceFirst("^.*?(\\.\\d+\\.lkt)$", "$1");
      Path target =
          result.traces().size() == 1
              ? output
              : Path.of(output.toString().replaceFirst("\\.lkt$", "") + process);
      try (OutputFile copy = new OutputFile(target)) {
        copy.copy(trace.file());
        copy.commit();
        out.printf(Locale.ROOT, "%s: %,d bytes, %s%n", target, copy.size(), trace.verdict());
      }
      out.println("sha256 " + trace.identity());
    }
    out.flush();
    return result.message().isEmpty() ? ExitCode.DONE : ExitCode.WRONG;
  }

  private static String verified(Outcome outcome) {
    return outcome.verified() == null ? "no expectation" : outcome.verified() ? "yes" : "NO";
  }

  private void tell(PrintWriter out, Outcome outcome, String identity, long bytes) {
    long operations = outcome.workItemInstructions();
    out.printf(
        Locale.ROOT,
        "%s: %,d bytes, %,d work-item instructions (%s bytes per 1,000), verified: %s%n",
        output,
        bytes,
        operations,
        operations == 0 ? "-" : String.format(Locale.ROOT, "%.2f", 1000.0 * bytes / operations),
        verified(outcome));
    out.println("sha256 " + identity);
  }
}
