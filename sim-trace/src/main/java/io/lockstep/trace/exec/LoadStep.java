package io.lockstep.trace.exec;

import io.lockstep.trace.ir.Instruction;

/** A load of one or several neighbouring elements. */
final class LoadStep extends AccessStep {
  /**
   * One array per element, int[], float[], long[] or double[]; null where the result is dropped.
   */
  private final Object[] sinks;

  private final boolean signed;

  LoadStep(
      MachineState state,
      Instruction instruction,
      long[] addresses,
      SlotRecorder slot,
      Object[] sinks) {
    super(state, instruction, addresses, slot, false);
    this.sinks = sinks;
    this.signed = instruction.signed();
  }

  @Override
  void transfer(byte[] page, int[] at, int low, int high) {
    for (int k = 0; k < sinks.length; k++) {
      int plus = k * elementBytes;
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
