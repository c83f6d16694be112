package io.lockstep.cli;

import io.lockstep.run.observe.Timelines;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lockstep timeline}: a compact timeline as trace-event JSON. */
@Command(
    name = "timeline",
    description = {
      "Converts a compact timeline (.lktl) into trace-event JSON.",
      "Perfetto (ui.perfetto.dev) and chrome://tracing show it."
    },
    mixinStandardHelpOptions = true)
@HelpPage(
    group = HelpPage.Group.DATA,
    codes = {0, 2, 3, 6},
    examples = {"lockstep timeline matmul.lktl -o matmul.json"})
final class TimelineCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "A timeline that run --timeline FILE.lktl wrote.")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The JSON to write (.json).")
  private Path output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    if (!output.toString().endsWith(".json")) {
      throw new UsageException("--output: expected a name that ends in .json, found " + output);
    }
    long slices;
    try (Progress progress = new Progress()) {
      slices = Timelines.convert(input, output, progress.meter());
    }
    spec.commandLine().getOut().printf(Locale.ROOT, "%s: %,d intervals%n", output, slices);
    spec.commandLine().getOut().flush();
    return ExitCode.DONE;
  }
}
