package io.lockstep.parts.dram;

/** When the banks of a channel can open another row, in beats. Not thread-safe. */
final class RowActivation {
  /** Activations that are remembered. */
  static final int SLOTS = 4;

  private final long rp;
  private final long rrd;
  private final long faw; // 0: four activations are limited by tRRD alone
  private final long[] openRow;
  private final long[] prechargeReady;
  private final long[] activateReady;
  private final long[] at;
  private final int last;

  /**
   * @param openRow of the channel, by bank, as the next two
   * @param at state of the channel
   * @param last first place in it of the last activations, the youngest first
   */
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

  /** The beat at which any bank's next row can be opened, not before another beat. */
  long soonest(long beat) {
    return Math.max(beat, Math.max(at[last] + rrd, at[last + SLOTS - 1] + faw));
  }

  /** The beat at which a bank's next row can be opened, not before another beat. */
  long time(int bank, long beat) {
    long earliest =
        openRow[bank] == DramChannel.CLOSED
            ? Math.max(beat, activateReady[bank])
            : Math.max(beat, prechargeReady[bank]) + rp;
    return soonest(earliest);
  }

  /** A row is opened at a beat, no earlier than those before it. */
  void activated(long beat) {
    for (int k = SLOTS - 1; k > 0; k--) {
      at[last + k] = at[last + k - 1];
    }
    at[last] = beat;
  }
}
