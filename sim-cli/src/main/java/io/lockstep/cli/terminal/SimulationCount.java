package io.lockstep.cli.terminal;

import io.lockstep.explain.ExplainListener;
import io.lockstep.run.observe.Meter;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/** How many simulations are done, for who looks. */
public final class SimulationCount implements ExplainListener {
  private final Meter meter;
  private final String what;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger all = new AtomicInteger();

  /**
   * @param meter that a terminal looks at
   * @param what is simulated, for people
   */
  public SimulationCount(Meter meter, String what) {
    this.meter = meter;
    this.what = what;
  }

  @Override
  public void at(int ended, int known) {
    if (all.getAndSet(known) != known) {
      meter.phase(what, "simulations", OptionalLong.of(known));
      meter.part(1, done::get);
    }
    done.set(ended);
  }

  public String words() {
    return done + " of " + all + " simulations done";
  }
}
