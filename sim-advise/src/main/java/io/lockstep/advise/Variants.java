// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.WallTime;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Times of variants; each variant is simulated once. Times may be requested on any thread. */
final class Variants implements AutoCloseable {
  private final KnownResults results;
  private final ExperimentOptions options;
  private final Measurement measured;
  private final WallTime time;

  /** A variant at a launch phase. */
  record Wanted(Candidate.Variant variant, int phase) {}

  Variants(
      Installed installed,
      ExperimentOptions options,
      Measurement measured,
      StudyProgress listener) {
    this.options = options;
    this.measured = measured;
    time = new WallTime(options.limit(), listener);
    results = new KnownResults(installed.catalogue(), installed.frontends(), options.study());
  }

  /**
   * Simulates the variants that have no result yet, in order.
   *
   * @throws io.lockstep.explain.experiment.UnexplainedException if the time limit is reached
   */
  void run(List<Wanted> wanted) {
    results.run(wanted.stream().map(w -> request(w.variant(), w.phase())).toList(), time);
  }

  /**
   * Returns the time of a variant at a phase in picoseconds; empty if the simulation has not ended
   * or has failed.
   *
   * @param ofKernels whether to return kernel time regardless of the options
   */
  OptionalLong picos(Candidate.Variant variant, int phase, boolean ofKernels) {
    return results
        .result(request(variant, phase))
        .filter(RunResult::isSimulated)
        .map(r -> OptionalLong.of(picos(r, ofKernels)))
        .orElse(OptionalLong.empty());
  }

  /**
   * Returns the reason why a simulation failed, for example because the workload rejects the
   * variant's parameters; empty if the simulation has not run or did not fail.
   */
  Optional<String> problem(Candidate.Variant variant) {
    return results
        .result(request(variant, 0))
        .filter(r -> r.status() == RunStatus.FAILED)
        .map(RunResult::message);
  }

  /** Returns the total time, or kernel time if only kernel time is counted, in picoseconds. */
  long picos(RunResult result, boolean ofKernels) {
    return ofKernels || options.kernels() ? result.kernelPicos() : result.picos();
  }

  private Request request(Candidate.Variant variant, int phase) {
    TreeMap<String, String> parameters = new TreeMap<>(measured.given());
    if (variant.remedy() != null) {
      parameters.putAll(variant.remedy().parameters());
    }
    return new Request(new ProgramKey(measured.workload(), parameters), variant.spec(), phase, "");
  }

  @Override
  public void close() {
    results.close();
  }
}
