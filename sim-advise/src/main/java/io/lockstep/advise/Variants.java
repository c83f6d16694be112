// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.explain.TrialOptions;
import io.lockstep.explain.WallTime;
import io.lockstep.io.InputException;
import io.lockstep.run.Installed;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Times of variants; each variant is simulated once. Times may be requested on any thread. */
final class Variants implements AutoCloseable {
  private final KnownResults results;
  private final TrialOptions options;
  private final Measurement measured;
  private final WallTime time;
  private final Map<ProgramKey, String> wrong = new HashMap<>(); // why programs end; never iterated

  /** A variant at a launch phase. */
  record Wanted(Candidate.Variant variant, int phase) {}

  Variants(
      Installed installed, TrialOptions options, Measurement measured, StudyProgress listener) {
    this.options = options;
    this.measured = measured;
    time = new WallTime(options.limit(), listener);
    results = new KnownResults(installed.catalogue(), installed.frontends(), options.study());
  }

  /**
   * Simulates the variants that have no result yet, in order. Other parameters may be wrong for the
   * workload, which ends variants with them alone.
   *
   * @throws io.lockstep.explain.UnexplainedException if the time limit is reached
   * @throws InputException if the workload is wrong with its own parameters
   */
  void run(List<Wanted> wanted) {
    Map<ProgramKey, List<Request>> byProgram = new LinkedHashMap<>();
    for (Request r :
        results.unknown(wanted.stream().map(w -> request(w.variant(), w.phase())).toList())) {
      if (!wrong.containsKey(r.program())) {
        byProgram.computeIfAbsent(r.program(), p -> new ArrayList<>()).add(r);
      }
    }
    time.expect(byProgram.values().stream().mapToInt(List::size).sum());
    byProgram.forEach(
        (program, requests) -> {
          try {
            results.run(requests, (done, all, name) -> time.ended(name));
          } catch (InputException | ExecutionException e) {
            if (program.equals(new ProgramKey(measured.workload(), measured.given()))) {
              throw e;
            }
            wrong.put(program, e.getMessage());
          }
        });
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
   * Returns the reason why a simulation failed; empty if the simulation has not run or did not
   * fail.
   */
  Optional<String> problem(Candidate.Variant variant) {
    Request request = request(variant, 0);
    return results
        .result(request)
        .filter(r -> r.status() == RunStatus.FAILED)
        .map(RunResult::message)
        .or(() -> Optional.ofNullable(wrong.get(request.program())));
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
