// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.spi.Device;
import io.lockstep.trace.record.Program;

/** Start and end of a pass's launches, and their total time. */
final class PassTimes implements Stateful {
  private final HostTimeline timeline;
  private final long tickHertz;
  private long launchTick;
  private long launchedAt;
  private long passStart;
  private long kernelPicos;
  private long launches;
  private long lastPicos; // not saved: read only when a launch ends

  PassTimes(HostTimeline timeline, Device device) {
    this.timeline = timeline;
    tickHertz = device.tickHertz();
    passStart = timeline.end();
  }

  /** Starts the next pass, when host and device have finished this one. */
  void nextPass() {
    passStart = timeline.end();
    kernelPicos = 0;
    launches = 0;
  }

  /** Starts a launch and returns the tick at which its first group may start. */
  long start(long now) {
    launchTick = Math.max(now, Numbers.tick(timeline.launch(), tickHertz));
    launchedAt = Numbers.picos(launchTick, tickHertz);
    launches++;
    return launchTick;
  }

  void end(long tick) {
    long end = Numbers.picos(tick, tickHertz);
    lastPicos = end - launchedAt;
    kernelPicos += lastPicos;
    timeline.launched(end);
  }

  /** Adds a completed launch of a stream. */
  void ran(long picos) {
    launches++;
    kernelPicos += picos;
  }

  long lastKernelPicos() {
    return lastPicos;
  }

  /** Returns the tick at which the last launch started. */
  long launchTick() {
    return launchTick;
  }

  long launches() {
    return launches;
  }

  /** Returns the sum of the launches' times. */
  long kernelPicos() {
    return kernelPicos;
  }

  /** Returns the time that the program measures: the time of its region or of its kernels. */
  long picos(Program.Timing timing) {
    return timing == Program.Timing.REGION ? timeline.end() - passStart : kernelPicos;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLong(launchTick);
    out.writeLong(launchedAt);
    out.writeLong(passStart);
    out.writeLong(kernelPicos);
    out.writeLong(launches);
  }

  @Override
  public void load(StateReader in) {
    launchTick = in.readLong();
    launchedAt = in.readLong();
    passStart = in.readLong();
    kernelPicos = in.readLong();
    launches = in.readLong();
  }
}
