// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.NoProgressException;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.function.Supplier;

/**
 * The loop over a program's operations: the host submits operations, engines start them, and the
 * simulation runs until an operation ends.
 */
final class StreamRun {
  private final StreamHost host;
  private final StreamEngines engines;
  private final Simulation simulation;
  private final Supplier<Simulation.Status> simulate;

  /**
   * @param simulate runs the simulation until an operation ends, the source starves or no event is
   *     left
   */
  StreamRun(
      StreamHost host,
      StreamEngines engines,
      Simulation simulation,
      Supplier<Simulation.Status> simulate) {
    this.host = host;
    this.engines = engines;
    this.simulation = simulation;
    this.simulate = simulate;
    begin();
  }

  void begin() {
    host.begin();
    engines.begin(host.order());
  }

  /** Saves the run; may be called during {@link #advance}. */
  void save(StateWriter out) {
    host.save(out);
    engines.save(out);
  }

  /** Restores a saved run, before the machine's state is loaded; {@link #advance} continues it. */
  void load(StateReader in) {
    host.load(in);
    engines.load(in, host.order());
  }

  /** Reports the launches of a resumed run to the observer. */
  void resumed() {
    engines.resumed();
  }

  StreamTimes spent() {
    return engines.spent();
  }

  /**
   * Returns the number of completed work-groups, which may be slightly out of date; thread-safe.
   */
  long done() {
    return engines.done();
  }

  /** Returns the number of work-groups that have begun; thread-safe. */
  long begun() {
    return engines.begun();
  }

  void close() {
    engines.close();
  }

  /** Returns the tick at which the last launch ended. */
  long finishedAt() {
    return engines.finishedAt();
  }

  /** Returns a remark on operations that the device serialised, or an empty string. */
  String note() {
    return engines.note(host.pageable());
  }

  /** Runs to the end of the pass; returns false if the source starves. */
  boolean advance() {
    while (true) {
      StreamHost.State state = host.advance();
      if (state == StreamHost.State.STARVED) {
        return false;
      }
      if (engines.start()) {
        continue; // a started operation may have a known end that the host waits for
      }
      if (state == StreamHost.State.ENDED && !engines.isBusy()) {
        drain();
        return true;
      }
      Simulation.Status status = simulate.get();
      if (status == Simulation.Status.SUSPENDED) {
        return false;
      }
      if (!engines.collect() && status == Simulation.Status.DONE) {
        throw new NoProgressException(
            "no event is left, but the %s has not ended at tick %s; %s"
                .formatted(engines.unfinished(), simulation.now(), simulation.diagnosis()));
      }
    }
  }

  /** Simulates the remaining events, such as writes to memory that no operation waits for. */
  private void drain() {
    while (simulate.get() != Simulation.Status.DONE) {
      engines.collect();
    }
    engines.collect();
  }
}
