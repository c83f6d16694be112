// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import java.util.Optional;
import java.util.function.Supplier;

/** Makes the sampler of a request. */
public final class Samplers {
  private Samplers() {}

  /**
   * {@return a sampler for a run}
   *
   * @param run makes what a sampler that leaves something out needs
   * @param perLaunch whether results of each launch are wanted, so that none is left out
   */
  public static Sampler of(Sampling request, Supplier<SampledRun> run, boolean perLaunch) {
    if (!request.isWanted()) {
      return Exact.INSTANCE;
    }
    SampledRun of = run.get();
    Optional<Sampler> ofLaunches =
        request.isFirst() && !perLaunch && !of.plans().program().streams().any()
            ? StratumSampler.of(request, of)
            : Optional.empty();
    return ofLaunches.orElseGet(() -> new WindowSampler(request, of));
  }
}
