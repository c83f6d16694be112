// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.oracle.ExpectationRecorder;
import io.lockstep.run.oracle.ExpectationWish;
import io.lockstep.run.oracle.Tolerance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that write expected results of an oracle into the workload. */
public final class ExpectOptions {
  @Option(
      names = "--expect",
      paramLabel = "ORACLE",
      description = "Record expected results from pocl or a .npy file.")
  private List<String> wanted = new ArrayList<>();

  @Option(
      names = "--relative",
      paramLabel = "X",
      description = "Relative tolerance of --expect (default: exact bits).")
  private Double relative;

  @Option(names = "--absolute", paramLabel = "X", description = "Absolute tolerance of --expect.")
  private Double absolute;

  public boolean isWanted() {
    return !wanted.isEmpty();
  }

  /** Writes the expected results and returns a line for each written file. */
  public List<String> record(
      Path workload, Map<String, String> parameters, List<KernelFrontend> frontends) {
    List<ExpectationWish> wishes = new ArrayList<>();
    for (String text : wanted) {
      wishes.add(
          ExpectationWish.parse(text)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--expect: expected %s, found '%s'"
                              .formatted(ExpectationWish.FORM, text))));
    }
    Tolerance tolerance =
        new Tolerance(tolerance("--relative", relative), tolerance("--absolute", absolute));
    return new ExpectationRecorder(workload, parameters, frontends, tolerance).record(wishes);
  }

  private static Optional<Double> tolerance(String option, Double value) {
    if (value != null && !(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new UsageException(option + ": expected a number of at least 0, found " + value);
    }
    return Optional.ofNullable(value);
  }

  /** Rejects tolerances without an expectation. */
  public void check() {
    if (!isWanted() && (relative != null || absolute != null)) {
      throw new UsageException("--relative and --absolute need --expect");
    }
  }
}
