package io.lockstep.cli.option;

import picocli.CommandLine.Option;

/** Which views of port cycles and statistics a command adds. */
public final class CycleOptions {
  @Option(names = "--by-cause", description = "Show port cycles by cause, side by side.")
  private boolean byCause;

  @Option(names = "--per-unit", description = "Show the statistics of single units.")
  private boolean perUnit;

  /** Requests these views of a run. */
  public void request(RunSettings settings) {
    settings.byCause |= byCause;
    settings.perUnit |= perUnit;
  }
}
