package io.lockstep.cli;

import picocli.CommandLine.Option;

/** How a command prints what it found; for people unless it is said otherwise. */
final class FormatOption {
  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "table, json or csv (default: ${DEFAULT-VALUE}).",
      defaultValue = "table")
  Format format;
}
