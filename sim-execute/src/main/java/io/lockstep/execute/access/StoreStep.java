// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;

/** A store of one or several consecutive elements; work-items write in the order of their ids. */
final class StoreStep extends AccessStep {
  private final Object[] sources;
  private final boolean[] computed; // whether NaNs of a source are made canonical

  StoreStep(
      MachineState state,
      Instruction instruction,
      long[] addresses,
      SlotRecorder slot,
      Object[] sources,
      boolean[] computed) {
    super(state, instruction, addresses, slot, true);
    this.sources = sources;
    this.computed = computed;
  }

  @Override
  void transfer(byte[] page, int[] at, int start, int low, int high) {
    for (int k = 0; k < sources.length; k++) {
      int plus = start + k * elementBytes;
      Object source = sources[k];
      if (source instanceof float[] a) {
        if (computed[k]) {
          Transfers.storeComputed(a, page, at, plus, low, high);
        } else {
          Transfers.storeFloat(a, page, at, plus, low, high);
        }
      } else if (source instanceof int[] a) {
        storeInts(a, page, at, plus, low, high);
      } else if (source instanceof long[] a) {
        Transfers.storeLong(a, page, at, plus, low, high);
      } else if (source instanceof double[] a) {
        if (computed[k]) {
          Transfers.storeComputed(a, page, at, plus, low, high);
        } else {
          Transfers.storeDouble(a, page, at, plus, low, high);
        }
      }
    }
  }

  @Override
  void transferRow(byte[] page, int first, int low, int high) {
    if (sources.length == 1 && elementBytes >= Integer.BYTES) {
      if (sources[0] instanceof float[] a) {
        if (computed[0]) {
          Transfers.storeComputedFloats(a, page, first, low, high - low);
        } else {
          Transfers.storeFloats(a, page, first, low, high - low);
        }
        return;
      }
      if (sources[0] instanceof int[] a) {
        Transfers.storeInts(a, page, first, low, high - low);
        return;
      }
      if (sources[0] instanceof long[] a) {
        Transfers.storeLongs(a, page, first, low, high - low);
        return;
      }
    }
    super.transferRow(page, first, low, high);
  }

  private void storeInts(int[] a, byte[] page, int[] at, int plus, int low, int high) {
    if (elementBytes == 4) {
      Transfers.storeInt(a, page, at, plus, low, high);
    } else if (elementBytes == 2) {
      Transfers.storeShort(a, page, at, plus, low, high);
    } else {
      Transfers.storeByte(a, page, at, plus, low, high);
    }
  }
}
