// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.stream.HostTimeline;
import io.lockstep.trace.record.Program;

/** The number and total time of the completed launches of a pass. */
public final class PassTimes {
  private final HostTimeline timeline;
  private final long clockHertz;
  private long passStart;
  private long kernelPicos;
  private long launches;

  /**
   * @param clockHertz frequency of the clock whose cycles results count
   */
  public PassTimes(HostTimeline timeline, long clockHertz) {
    this.timeline = timeline;
    this.clockHertz = clockHertz;
  }

  /** Starts the next pass, when host and device have finished this one. */
  public void nextPass() {
    passStart = timeline.end();
    kernelPicos = 0;
    launches = 0;
  }

  /** Adds a completed launch. */
  public void ran(long picos) {
    launches++;
    kernelPicos += picos;
  }

  public long launches() {
    return launches;
  }

  /** Returns the sum of the launches' times. */
  public long kernelPicos() {
    return kernelPicos;
  }

  /** Returns the same in cycles of the clock that results count. */
  public long kernelCycles() {
    return Numbers.cycles(kernelPicos, clockHertz);
  }

  /** Returns the time that the program measures: the time of its region or of its kernels. */
  public long picos(Program.Timing timing) {
    return timing == Program.Timing.REGION ? timeline.end() - passStart : kernelPicos;
  }
}
