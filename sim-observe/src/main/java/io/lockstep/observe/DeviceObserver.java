// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;
import io.lockstep.spi.Machine;
import java.util.List;

/** Observes one device's run; the driver of the simulation notifies it of launches and pauses. */
public final class DeviceObserver {
  /** Result of {@link #pause} if no pause is needed. */
  public static final long NEVER = Long.MAX_VALUE;

  private final Simulation simulation;
  private final Machine machine;
  private final List<RunRecorder> recorders;
  private long launch = -1;
  private long startedAt;
  private long taken; // last tick of the last interval written
  private boolean ended;

  DeviceObserver(ObservedMachine observed, List<RunRecorder> recorders) {
    simulation = observed.simulation();
    machine = observed.machine();
    this.recorders = recorders;
    taken = simulation.now() - 1;
    recorders.forEach(r -> r.begin(machine, simulation.now()));
  }

  /** Notifies that a launch begins, and returns its number, from 0 over the run. */
  public long launchStarts(int kernelIndex, long tick) {
    launch++;
    startedAt = tick;
    recorders.forEach(r -> r.launchStarts(kernelIndex));
    return launch;
  }

  /** Notifies that a launch has ended; {@code number} is the result of {@link #launchStarts}. */
  public void launchEnds(int slot, int kernelIndex, long number, long start, long tick) {
    recorders.forEach(r -> r.launchEnds(slot, kernelIndex, number, start, tick));
  }

  /** Notifies that a transfer in a stream has ended; numbers are in the order of submission. */
  public void transferEnds(boolean toDevice, long number, long bytes, long start, long tick) {
    recorders.forEach(r -> r.transferEnds(toDevice, number, bytes, start, tick));
  }

  /** Notifies that statistics were reset. */
  public void reset() {
    recorders.forEach(r -> r.reset(simulation.now()));
  }

  /** Returns the tick after which to pause the simulation for {@link #paused}, or NEVER. */
  public long pause() {
    long next = NEVER;
    for (RunRecorder recorder : recorders) {
      next = Math.min(next, recorder.last(Math.max(taken + 1, startedAt)));
    }
    return next;
  }

  /** Notifies that the simulation has reached the tick returned by {@link #pause}. */
  public void paused() {
    taken = pause();
    recorders.forEach(r -> r.take(taken));
  }

  /** Ends the observation of a completed or failed run and writes open intervals. */
  public void end() {
    if (!ended) {
      ended = true;
      recorders.forEach(r -> r.end(machine, simulation.now()));
    }
  }
}
