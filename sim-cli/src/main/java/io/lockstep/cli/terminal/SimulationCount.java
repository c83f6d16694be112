// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.observe.Meter;
import io.lockstep.study.StudyProgress;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

public final class SimulationCount implements StudyProgress {
  private final Meter meter;
  private final String what;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger all = new AtomicInteger();

  public SimulationCount(Meter meter, String what) {
    this.meter = meter;
    this.what = what;
  }

  @Override
  public void at(int ended, int known, String name) {
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
