// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.record.AddressShape;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;

/** A load of one or several consecutive elements. */
final class LoadStep extends AccessStep {
  /** Destination array of each element (int[], float[], long[], double[]); null if unused. */
  private final Object[] sinks;

  private final boolean signed;

  /** Whether all elements and results have 32 bits. */
  private final boolean words;

  LoadStep(
      MachineState state,
      Instruction instruction,
      long[] addresses,
      SlotRecorder slot,
      Object[] sinks) {
    super(state, instruction, addresses, slot, false);
    this.sinks = sinks;
    this.signed = instruction.signed();
    boolean all = elementBytes == 4;
    for (Object sink : sinks) {
      all &= sink == null || sink instanceof float[] || sink instanceof int[];
    }
    this.words = all;
  }

  /**
   * Transfers the data. For a full group, a value that is the same for a row of work-items, or for
   * all rows, is loaded only once.
   */
  @Override
  void transfer(byte[] page, AddressShape shape, int start, ActiveLanes lanes) {
    if (lanes.count < state.size || !words) {
      super.transfer(page, shape, start, lanes);
      return;
    }
    int row = shape.rowLength();
    if (shape.strideX() == 0) {
      for (int k = 0; k < sinks.length; k++) {
        Transfers.fillRows(sinks[k], page, shape.places(), start + k * elementBytes, row);
      }
    } else if (shape.repeatsByRow()) {
      transferRun(page, shape, start, 0, row);
      for (Object sink : sinks) {
        Transfers.repeatRow(sink, row, state.size);
      }
    } else {
      super.transfer(page, shape, start, lanes);
    }
  }

  @Override
  void transfer(byte[] page, int[] at, int start, int low, int high) {
    for (int k = 0; k < sinks.length; k++) {
      int plus = start + k * elementBytes;
      Object sink = sinks[k];
      if (sink instanceof float[] d) {
        Transfers.loadFloat(d, page, at, plus, low, high);
      } else if (sink instanceof int[] d) {
        loadInts(d, page, at, plus, low, high);
      } else if (sink instanceof long[] d) {
        Transfers.loadLong(d, page, at, plus, low, high);
      } else if (sink instanceof double[] d) {
        Transfers.loadDouble(d, page, at, plus, low, high);
      }
    }
  }

  @Override
  void transferRow(byte[] page, int first, int low, int high) {
    if (sinks.length == 1 && elementBytes >= Integer.BYTES) {
      if (sinks[0] instanceof float[] d) {
        Transfers.loadFloats(d, page, first, low, high - low);
        return;
      }
      if (sinks[0] instanceof double[] d) {
        Transfers.loadDoubles(d, page, first, low, high - low);
        return;
      }
      if (sinks[0] instanceof int[] d) {
        Transfers.loadInts(d, page, first, low, high - low);
        return;
      }
    }
    super.transferRow(page, first, low, high);
  }

  private void loadInts(int[] d, byte[] page, int[] at, int plus, int low, int high) {
    if (elementBytes == 4) {
      Transfers.loadInt(d, page, at, plus, low, high);
    } else if (elementBytes == 2) {
      if (signed) {
        Transfers.loadShort(d, page, at, plus, low, high);
      } else {
        Transfers.loadUnsignedShort(d, page, at, plus, low, high);
      }
    } else if (signed) {
      Transfers.loadByte(d, page, at, plus, low, high);
    } else {
      Transfers.loadUnsignedByte(d, page, at, plus, low, high);
    }
  }
}
