// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.program;

import io.lockstep.program.OperationTimer;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.OperationTimes;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Simulates each operation on the device of {@code --clock}. */
final class SimulatedClock implements OperationTimer {
  private static final long PICOS_A_NANO = 1000;

  private final OperationTimes times;
  private final String device;
  private final Consumer<String> notes;
  private String refused = "";

  SimulatedClock(Catalogue catalogue, String device, Consumer<String> notes) {
    times = new OperationTimes(catalogue, catalogue.spec(device));
    this.device = device;
    this.notes = notes;
  }

  @Override
  public synchronized OptionalLong nanos(Program program, List<ProgramItem> items) {
    try {
      return OptionalLong.of((times.picos(program, items) + PICOS_A_NANO - 1) / PICOS_A_NANO);
    } catch (RefusalException e) {
      if (!refused.equals(e.getMessage())) {
        refused = e.getMessage();
        notes.accept("--clock " + device + ": counts instructions instead: " + refused);
      }
      return OptionalLong.empty();
    }
  }
}
