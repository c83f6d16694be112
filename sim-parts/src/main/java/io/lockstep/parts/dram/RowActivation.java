// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/** Computes the beats at which the banks of a channel can open another row (tRP, tRRD, tFAW). */
final class RowActivation {
  // Number of past activations that are recorded.
  static final int SLOTS = 4;

  private final long rp;
  private final long rrd;
  private final long faw; // 0: only tRRD limits activations
  private final long[] openRow;
  private final long[] prechargeReady;
  private final long[] activateReady;
  private final long[] at;
  private final int last;

  /** Shares the channel's state; {@code last} is the slot of the newest of the activations. */
  RowActivation(
      DramConfig config,
      long[] openRow,
      long[] prechargeReady,
      long[] activateReady,
      long[] at,
      int last) {
    rp = config.beats("dram.trp");
    rrd = config.beats("dram.trrd");
    faw = config.activateWindow();
    this.openRow = openRow;
    this.prechargeReady = prechargeReady;
    this.activateReady = activateReady;
    this.at = at;
    this.last = last;
    for (int k = 0; k < SLOTS; k++) {
      at[last + k] = -Math.max(rrd, faw);
    }
  }

  /** Returns the first beat, not before {@code beat}, at which any bank can be activated. */
  long soonest(long beat) {
    return Math.max(beat, Math.max(at[last] + rrd, at[last + SLOTS - 1] + faw));
  }

  /** Returns the first beat, not before {@code beat}, at which a bank can open its next row. */
  long time(int bank, long beat) {
    long earliest =
        openRow[bank] == DramChannel.CLOSED
            ? Math.max(beat, activateReady[bank])
            : Math.max(beat, prechargeReady[bank]) + rp;
    return soonest(earliest);
  }

  /** Records an activation; beats must not decrease. */
  void activated(long beat) {
    for (int k = SLOTS - 1; k > 0; k--) {
      at[last + k] = at[last + k - 1];
    }
    at[last] = beat;
  }
}
