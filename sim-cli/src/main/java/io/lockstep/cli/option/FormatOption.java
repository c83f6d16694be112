// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.table.Format;
import picocli.CommandLine.Option;

public final class FormatOption {
  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      description = "table, json or csv (default: ${DEFAULT-VALUE}).",
      defaultValue = "table")
  public Format format;
}
