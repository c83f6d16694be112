// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.observe.Observation;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.device.DeviceRun;
import io.lockstep.spi.Device;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.file.HeldProgram;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import java.util.List;

/** Simulates single operations of a program on one device, each on its own with empty caches. */
public final class OperationTimes {
  private static final Outcome NO_OUTCOME = new Outcome(null, "", List.of(), 0);

  private final Catalogue catalogue;
  private final Device device;

  /**
   * @param spec specification of a device of the catalogue
   */
  public OperationTimes(Catalogue catalogue, DeviceSpec spec) {
    this.catalogue = catalogue;
    device = catalogue.device(spec);
  }

  /**
   * {@return the picoseconds that the device spends on kernels, transfers, fills and copies}
   *
   * @param program tables to which the items refer
   * @param items the steps, and the work-groups and ends of launches
   * @throws io.lockstep.spi.RefusalException if the device cannot execute them
   */
  public synchronized long picos(Program program, List<ProgramItem> items) {
    HeldProgram recording = new HeldProgram(program, items, NO_OUTCOME);
    DeviceRun run =
        new DeviceRun(
            device,
            catalogue.statistics(device.spec().family()),
            recording::replay,
            RunOptions.defaults());
    try {
      run.begin(Observation.none());
      run.run();
      return run.busyPicos();
    } finally {
      run.close();
    }
  }
}
