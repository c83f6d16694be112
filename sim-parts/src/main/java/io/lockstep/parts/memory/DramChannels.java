package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.parts.dram.DramChannel;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.DramStatistics;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;

/**
 * The channels of DRAM, which of them have something to decide now, and which have an event for
 * their next decision. Not thread-safe.
 */
final class DramChannels extends SavedPart {
  private final AddressMap map;
  private final DramChannel[] dram;
  private final byte[] pickScheduled;
  private final TurnQueue touched;
  private final WindowedLoad load; // bytes, at the ticks of their decisions

  DramChannels(DramConfig config, AddressMap map) {
    this.map = map;
    dram = new DramChannel[map.channels()];
    for (int c = 0; c < dram.length; c++) {
      dram[c] = state.keep(new DramChannel(config, c, dram.length));
    }
    pickScheduled = state.keep(new byte[dram.length]);
    touched = new TurnQueue(dram.length);
    load = state.keep(new WindowedLoad(dram.length, config.tickHertz()));
  }

  int count() {
    return dram.length;
  }

  DramChannel get(int channel) {
    return dram[channel];
  }

  /** Queues a request at its channel, which has something to decide now. */
  void enqueue(long address, int bytes, boolean write, int record) {
    int channel = map.channel(address);
    dram[channel].enqueue(map.bank(address), map.row(address), bytes, write, record);
    touched.add(channel);
  }

  /** The event of a channel's decision has come. */
  void due(int channel) {
    pickScheduled[channel] = 0;
    touched.add(channel);
  }

  /** Takes a channel that has something to decide, or {@link TurnQueue#NONE}. */
  int takeTouched() {
    return touched.take();
  }

  /** Schedules a channel's next decision, if there will be one and no event is on its way. */
  void schedule(Partition partition, EventKind pick, int component, int channel, long now) {
    long next = dram[channel].nextPick(now);
    if (next >= 0 && pickScheduled[channel] == 0) {
      pickScheduled[channel] = 1;
      partition.at(next, pick, component, channel);
    }
  }

  /** Counts bytes whose transfers a channel has decided now. */
  void moved(int channel, long now, long bytes) {
    load.add(channel, now, bytes);
  }

  /** Accesses that wait. */
  int waiting() {
    int waiting = 0;
    for (DramChannel d : dram) {
      waiting += d.waiting();
    }
    return waiting;
  }

  /** Bytes that were read. */
  long readBytes() {
    long read = 0;
    for (DramChannel d : dram) {
      read += d.readBytes();
    }
    return read;
  }

  /** Tick at which all that has been decided is done. */
  long quiet() {
    long quiet = 0;
    for (DramChannel d : dram) {
      quiet = Math.max(quiet, d.quiet());
    }
    return quiet;
  }

  /** Writes the sums over all channels, and how busy they were in a time. */
  void statistics(long ticks, StatisticsSink out) {
    Totals sums = new Totals();
    long peak = 0;
    for (DramChannel d : dram) {
      d.addTo(sums);
      peak += d.bytesAtPeak(ticks);
    }
    sums.write("", out);
    out.count(DramStatistics.BYTES_AT_PEAK.name(), peak);
    long bytes = sums.get(DramStatistics.BYTES.name());
    out.ratio(DramStatistics.BUSY.name(), bytes, peak);
    out.count(DramStatistics.BUSIEST_BYTES.name(), load.busiest());
    out.ratio(DramStatistics.CHANNEL_IMBALANCE.name(), load.busiest(), bytes);
  }

  /** Writes the statistics of each channel. */
  void eachChannel(StatisticsSink out) {
    for (int c = 0; c < dram.length; c++) {
      Totals own = new Totals();
      dram[c].addTo(own);
      own.write("channel[" + c + "].", out);
    }
  }
}
