package io.lockstep.cli.option;

import io.lockstep.cli.table.Format;
import picocli.CommandLine.Option;

/** How a command prints what it found; for people unless it is said otherwise. */
public final class FormatOption {
  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "table, json or csv (default: ${DEFAULT-VALUE}).",
      defaultValue = "table")
  public Format format;
}
