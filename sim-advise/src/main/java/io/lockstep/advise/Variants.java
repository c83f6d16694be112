package io.lockstep.advise;

import io.lockstep.explain.TrialOptions;
import io.lockstep.explain.WallTime;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Times of variants, each simulated once. Times may be asked for on any thread. */
final class Variants implements AutoCloseable {
  private final KnownResults results;
  private final TrialOptions options;
  private final Measurement measured;
  private final WallTime time;

  /**
   * A variant at a launch phase.
   *
   * @param phase launch phase
   */
  record Wanted(Candidate.Variant variant, int phase) {}

  Variants(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      TrialOptions options,
      Measurement measured,
      StudyProgress listener) {
    this.options = options;
    this.measured = measured;
    time = new WallTime(options.limit(), listener);
    results = new KnownResults(catalogue, frontends, options.study());
  }

  /**
   * Simulates variants without a result, in this order.
   *
   * @throws io.lockstep.explain.UnexplainedException if time is up
   */
  void run(List<Wanted> wanted) {
    List<Request> requests =
        results.unknown(wanted.stream().map(w -> request(w.variant(), w.phase())).toList());
    if (!requests.isEmpty()) {
      time.expect(requests.size());
      results.run(requests, (done, all, name) -> time.ended(name));
    }
  }

  /**
   * The time of a variant at a phase, picoseconds; empty if it is not known or there is none.
   *
   * @param ofKernels whether the kernels' own time is wanted whatever the options say
   */
  OptionalLong picos(Candidate.Variant variant, int phase, boolean ofKernels) {
    return results
        .result(request(variant, phase))
        .filter(RunResult::isSimulated)
        .map(r -> OptionalLong.of(picos(r, ofKernels)))
        .orElse(OptionalLong.empty());
  }

  /** Why a variant could not be simulated; empty if it was, is not known yet, or was refused. */
  Optional<String> problem(Candidate.Variant variant) {
    return results
        .result(request(variant, 0))
        .filter(r -> r.status() == RunStatus.FAILED)
        .map(RunResult::message);
  }

  /** The time of a result that counts, picoseconds. */
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
