// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.table.TimingChoice;
import picocli.CommandLine.Option;

public final class TimingOption {
  @Option(
      names = "--timing",
      paramLabel = "TIME",
      description = "workload or kernels (default: ${DEFAULT-VALUE}).",
      defaultValue = "workload")
  public TimingChoice timing = TimingChoice.workload;
}
