package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.spi.Device;
import io.lockstep.trace.record.Program;

/** When a pass's launches start and end, and what they took together. Not thread-safe. */
final class PassTimes implements Stateful {
  private final HostTimeline timeline;
  private final long tickHertz;
  private long launchTick;
  private long launchedAt;
  private long passStart;
  private long kernelPicos;
  private long launches;
  private long lastPicos; // asked for at the launch's end only

  PassTimes(HostTimeline timeline, Device device) {
    this.timeline = timeline;
    tickHertz = device.tickHertz();
    passStart = timeline.end();
  }

  /** The next pass starts when host and device are done with this one. */
  void nextPass() {
    passStart = timeline.end();
    kernelPicos = 0;
    launches = 0;
  }

  /**
   * A launch starts.
   *
   * @param now the simulation's tick
   * @return the tick at which its first group may start
   */
  long start(long now) {
    launchTick = Math.max(now, Numbers.tick(timeline.launch(), tickHertz));
    launchedAt = Numbers.picos(launchTick, tickHertz);
    launches++;
    return launchTick;
  }

  /** The launch has ended at a tick. */
  void end(long tick) {
    long end = Numbers.picos(tick, tickHertz);
    lastPicos = end - launchedAt;
    kernelPicos += lastPicos;
    timeline.launched(end);
  }

  /** A launch of a stream has ended. */
  void ran(long picos) {
    launches++;
    kernelPicos += picos;
  }

  /** The last launch's own time. */
  long lastKernelPicos() {
    return lastPicos;
  }

  /** When the last launch started. */
  long launchTick() {
    return launchTick;
  }

  /** Launches of this pass. */
  long launches() {
    return launches;
  }

  /** The launches' own times. */
  long kernelPicos() {
    return kernelPicos;
  }

  /** What the program measures. */
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
