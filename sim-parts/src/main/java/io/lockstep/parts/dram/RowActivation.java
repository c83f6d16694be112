// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import java.util.Arrays;

/** Computes the beats at which the banks of a channel can open another row (tRP, tRRD, tFAW). */
final class RowActivation {
  /** Number of past activations that tFAW limits. */
  private static final int WINDOW = 4;

  private final long rp;
  private final long rrd;
  private final long faw; // 0: only tRRD limits activations
  private final BankTable banks;
  private final long[] last; // beats of the last activations, the newest first

  RowActivation(DramConfig config, BankTable banks) {
    rp = config.beats("dram.trp");
    rrd = config.beats("dram.trrd");
    faw = config.activateWindow();
    this.banks = banks;
    last = new long[WINDOW];
    Arrays.fill(last, -Math.max(rrd, faw));
  }

  /** Returns the first beat, not before {@code beat}, at which any bank can be activated. */
  long soonest(long beat) {
    return Math.max(beat, Math.max(last[0] + rrd, last[WINDOW - 1] + faw));
  }

  /** Returns the first beat, not before {@code beat}, at which a bank can open its next row. */
  long time(int bank, long beat) {
    long earliest =
        banks.isClosed(bank)
            ? Math.max(beat, banks.activateReady[bank])
            : Math.max(beat, banks.prechargeReady[bank]) + rp;
    return soonest(earliest);
  }

  /** Records an activation; beats must not decrease. */
  void activated(long beat) {
    for (int k = WINDOW - 1; k > 0; k--) {
      last[k] = last[k - 1];
    }
    last[0] = beat;
  }
}
