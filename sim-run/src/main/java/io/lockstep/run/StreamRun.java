package io.lockstep.run;

import io.lockstep.core.engine.NoProgressException;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.function.Supplier;

/**
 * A pass of a program with streams: the host submits as far as it can, engines start what can
 * start, and the simulation runs until something ends. Not thread-safe.
 */
final class StreamRun {
  private final StreamHost host;
  private final StreamEngines engines;
  private final Simulation simulation;
  private final Supplier<Simulation.Status> simulate;

  /**
   * @param simulate runs until something ends, or nothing is left
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

  /** A pass begins. */
  void begin() {
    host.begin();
    engines.begin(host.order());
  }

  /** Writes where the pass is; between calls of what simulates it, or within one. */
  void save(StateWriter out) {
    host.save(out);
    engines.save(out);
  }

  /** Takes up a saved run, before the machine's state is loaded: {@link #advance} goes on. */
  void load(StateReader in) {
    host.load(in);
    engines.load(in, host.order());
  }

  /** Lets the launches of a resumed run be observed. */
  void resumed() {
    engines.resumed();
  }

  /** What the operations of this pass took. */
  StreamTimes spent() {
    return engines.spent();
  }

  /** Work-groups of launches that are over; for any thread. */
  long done() {
    return engines.done();
  }

  /** Work-groups that have begun; for any thread. */
  long begun() {
    return engines.begun();
  }

  void close() {
    engines.close();
  }

  /** What the device did not do side by side, or empty. */
  String note() {
    return engines.note(host.pageable());
  }

  /** Goes on to the end of the pass; false if the source starves. */
  boolean advance() {
    while (true) {
      StreamHost.State state = host.advance();
      if (state == StreamHost.State.STARVED) {
        return false;
      }
      if (engines.start()) {
        continue; // the host may wait for something whose end is known now
      }
      if (state == StreamHost.State.ENDED && !engines.isBusy()) {
        drain();
        return true;
      }
      Simulation.Status status = simulate.get();
      if (!engines.collect() && status == Simulation.Status.DONE) {
        throw new NoProgressException(
            "no event is left, but operations of streams have not ended at tick %s; %s"
                .formatted(simulation.now(), simulation.diagnosis()));
      }
    }
  }

  /** Lets memory finish what nothing waits for. */
  private void drain() {
    while (simulate.get() != Simulation.Status.DONE) {
      engines.collect();
    }
    engines.collect();
  }
}
