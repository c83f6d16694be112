// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.program.ProgramRun;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options of commands that take a program in place of a workload: {@code -- PROGRAM ARG…}. */
public final class ProgramOptions {
  @Option(
      names = "--as",
      paramLabel = "DEVICE",
      description = "After --: the device whose properties the program sees.")
  public String as;

  @Rare
  @Option(
      names = "--passes",
      paramLabel = "REGEX",
      description = "After --: a line of output that means success.")
  private Pattern passes;

  private final boolean severalProcesses;

  /** What the program has done; empty if the command has none. */
  public Optional<ProgramRun.Result> result = Optional.empty();

  public ProgramOptions() {
    this(false);
  }

  /**
   * @param severalProcesses whether the command takes traces of several processes
   */
  public ProgramOptions(boolean severalProcesses) {
    this.severalProcesses = severalProcesses;
  }

  public boolean takesSeveral() {
    return severalProcesses;
  }

  public Optional<Pattern> passes() {
    return Optional.ofNullable(passes);
  }
}
