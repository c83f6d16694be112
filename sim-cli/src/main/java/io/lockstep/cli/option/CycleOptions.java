// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import picocli.CommandLine.Option;

public final class CycleOptions {
  @Option(names = "--by-cause", description = "Show port cycles by cause, side by side.")
  private boolean byCause;

  @Option(names = "--per-unit", description = "Show the statistics of single units and launches.")
  private boolean perUnit;

  public void request(RunSettings settings) {
    settings.byCause |= byCause;
    settings.perUnit |= perUnit;
  }
}
