package io.lockstep.parts.dram;

/** When the banks of a channel can open another row, in beats. Not thread-safe. */
final class RowActivation {
  private final long rp;
  private final long rrd;
  private final long[] openRow;
  private final long[] prechargeReady;
  private final long[] activateReady;
  private final long[] at;
  private final int lastActivate;

  /**
   * @param openRow of the channel, by bank, as the next two
   * @param at state of the channel
   * @param lastActivate place in it of the last activation
   */
  RowActivation(
      DramConfig config,
      long[] openRow,
      long[] prechargeReady,
      long[] activateReady,
      long[] at,
      int lastActivate) {
    rp = config.beats("dram.trp");
    rrd = config.beats("dram.trrd");
    this.openRow = openRow;
    this.prechargeReady = prechargeReady;
    this.activateReady = activateReady;
    this.at = at;
    this.lastActivate = lastActivate;
  }

  /** The beat at which a bank's next row can be opened, not before another beat. */
  long time(int bank, long beat) {
    long earliest =
        openRow[bank] == DramChannel.CLOSED
            ? Math.max(beat, activateReady[bank])
            : Math.max(beat, prechargeReady[bank]) + rp;
    return Math.max(earliest, at[lastActivate] + rrd);
  }
}
