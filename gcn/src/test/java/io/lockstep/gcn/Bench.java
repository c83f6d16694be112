// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.LoopBench;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;

/** Small kernels with handmade traces on devices of {@link Specs}. */
public final class Bench extends LoopBench {
  private Bench() {}

  /** Runs groups on a device. */
  public static Outcome run(
      DeviceSpec spec, Kernel kernel, int groupSize, List<WorkGroupRecord> records) {
    return run(new Specs().device(spec), kernel, groupSize, records);
  }

  /** Clocks per load of one lane walking a set of lines, once the set has been walked before. */
  public static double chaseLatency(DeviceSpec spec, int lines, int lineBytes, boolean warm) {
    return chaseLatency(new Specs().device(spec), lines, lineBytes, warm);
  }
}
