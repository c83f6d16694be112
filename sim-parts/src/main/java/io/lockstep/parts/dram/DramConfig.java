package io.lockstep.parts.dram;

/**
 * One DRAM channel: bus, banks and timings. Immutable and thread-safe.
 *
 * <p>Timings are in picoseconds, as data sheets and papers give them, and are rounded up to whole
 * clocks of the memory, as controllers do.
 *
 * @param tickHertz ticks of the simulation in a second
 * @param clockHertz memory (command) clock
 * @param beatsPerClock data transfers per command clock: 2 for GDDR3 and HBM, 4 for GDDR5
 * @param bytesPerBeat width of the channel's data bus
 * @param burstBytes smallest transfer, a whole number of beats
 * @param banks banks of the channel, at most 4,096
 * @param activateToColumnPicos tRCD
 * @param prechargePicos tRP
 * @param activateToPrechargePicos tRAS
 * @param readLatencyPicos CL
 * @param writeLatencyPicos WL
 * @param activateToActivatePicos tRRD, different banks
 * @param writeToReadPicos tWTR or tCDLR: from the end of write data to a read command
 * @param readToWritePicos idle bus between read and write data
 * @param writeRecoveryPicos tWR: from the end of write data to a precharge
 * @param refreshIntervalPicos tREFI; 0 where refresh is not modelled
 * @param refreshPicos tRFC: the channel is closed for so long at each refresh
 * @param readQueue reads that may wait
 * @param writeQueue writes that may wait before requests are held back (evictions always find room)
 * @param writeLow writes left when a drain of writes ends
 * @param writeHigh writes waiting when a drain begins although reads wait
 * @param bypasses how often the oldest request may be overtaken; 0 is first come, first served
 * @param extraPicos controller and interface on the way back to the cache, beyond the bus
 */
public record DramConfig(
    long tickHertz,
    long clockHertz,
    int beatsPerClock,
    int bytesPerBeat,
    int burstBytes,
    int banks,
    long activateToColumnPicos,
    long prechargePicos,
    long activateToPrechargePicos,
    long readLatencyPicos,
    long writeLatencyPicos,
    long activateToActivatePicos,
    long writeToReadPicos,
    long readToWritePicos,
    long writeRecoveryPicos,
    long refreshIntervalPicos,
    long refreshPicos,
    int readQueue,
    int writeQueue,
    int writeLow,
    int writeHigh,
    int bypasses,
    long extraPicos) {
  private static final int MAX_BANKS = 4096;

  public DramConfig {
    if (burstBytes % bytesPerBeat != 0
        || banks < 1
        || banks > MAX_BANKS
        || readQueue < 1
        || writeQueue < 1) {
      throw new IllegalArgumentException(
          "bursts of "
              + burstBytes
              + " bytes, "
              + banks
              + " banks, queues of "
              + readQueue
              + " and "
              + writeQueue);
    }
    if (writeLow < 0 || writeHigh <= writeLow || writeHigh > writeQueue) {
      throw new IllegalArgumentException(
          "writes drain from " + writeHigh + " to " + writeLow + " of " + writeQueue);
    }
  }

  /** Clocks of the memory that a time takes, rounded up, in beats. */
  long beats(long picos) {
    // picos * clockHertz / 10^12, rounded up, without overflow for up to a millisecond at 9 GHz
    long clocks = (Math.multiplyExact(picos, clockHertz / 1000) + 999_999_999) / 1_000_000_000;
    return clocks * beatsPerClock;
  }

  /** Peak rate in bytes a second. */
  public long peakBytesPerSecond() {
    return clockHertz * beatsPerClock * bytesPerBeat;
  }
}
