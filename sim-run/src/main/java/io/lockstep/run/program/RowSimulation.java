// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.observe.Observation;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.trace.file.Recording;
import java.util.function.Consumer;

/**
 * The simulation of a program on one device, at all launch phases and in all passes of sampling.
 * Used by one thread.
 *
 * @param programs lends the program to each pass
 * @param ends launch ends of the program, if they are known
 */
record RowSimulation(Catalogue catalogue, Consumer<Consumer<Recording>> programs, LaunchEnds ends) {
  /**
   * Simulates a row at the first launch phase with observers, then at the others without.
   *
   * @return the result at all phases
   */
  RunResult simulate(Row row, RunOptions options, Observation observation) {
    if (row.isDone()) {
      return row.result();
    }
    simulateOnce(row, options, observation);
    for (int k = 1; k < options.phases() && row.isSimulated(); k++) {
      Row again = row.anew();
      RunOptions own = options.with().phase(options.phase() + k).build();
      try (Observation none = Observation.of(observation.meter())) {
        simulateOnce(again, own, none);
      }
      row.add(again.result());
    }
    return row.result();
  }

  /**
   * Simulates a row at one launch phase. A row whose interval is wider than requested is simulated
   * again with denser sampling, while repetitions succeed and the request allows their events.
   */
  private void simulateOnce(Row row, RunOptions options, Observation observation) {
    simulatePass(row, options, observation);
    RunOptions denser = options;
    boolean improves = true;
    while (improves && row.isWide(options.sampling())) {
      denser = denser.with().sampling(denser.sampling().denser()).build();
      Row again = row.anew();
      try (Observation none = Observation.of(observation.meter())) {
        simulatePass(again, denser, none);
      }
      row.refine(again);
      improves = again.isSimulated();
    }
  }

  private void simulatePass(Row row, RunOptions options, Observation observation) {
    RunOptions own = observation.isWatching() ? options.withThreads(1) : options;
    programs.accept(
        program ->
            new Watchdog(options.limits())
                .run(row, () -> row.simulate(catalogue, program, ends, own, observation)));
  }
}
