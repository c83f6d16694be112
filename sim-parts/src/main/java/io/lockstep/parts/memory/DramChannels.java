// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.dram.DramChannel;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.DramStatistics;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;

/** The channels of DRAM, with a queue of the channels that must schedule requests now. */
final class DramChannels extends CountingPart {
  private final AddressMap map;
  private final DramChannel[] dram;
  private final byte[] pickScheduled;
  private final TurnQueue touched;
  private final WindowedLoad load; // bytes, at the ticks of the scheduling decisions

  DramChannels(DramConfig config, AddressMap map) {
    this.map = map;
    dram = new DramChannel[map.channels()];
    for (int c = 0; c < dram.length; c++) {
      dram[c] = own.include(new DramChannel(config, c, dram.length));
    }
    pickScheduled = new byte[dram.length];
    touched = new TurnQueue(dram.length);
    load = own.include(new WindowedLoad(dram.length, config.tickHertz()));
  }

  int count() {
    return dram.length;
  }

  DramChannel get(int channel) {
    return dram[channel];
  }

  void enqueue(long address, int bytes, boolean write, int record) {
    int channel = map.channel(address);
    dram[channel].enqueue(map.bank(address), map.row(address), bytes, write, record);
    touched.add(channel);
  }

  void due(int channel) {
    pickScheduled[channel] = 0;
    touched.add(channel);
  }

  int takeTouched() {
    return touched.take();
  }

  /** Schedules the event of a channel's next decision, unless one is pending. */
  void schedule(Partition partition, EventKind pick, int component, int channel, long now) {
    long next = dram[channel].nextPick(now);
    if (next >= 0 && pickScheduled[channel] == 0) {
      pickScheduled[channel] = 1;
      partition.at(next, pick, component, channel);
    }
  }

  void moved(int channel, long now, long bytes) {
    load.add(channel, now, bytes);
  }

  int waiting() {
    int waiting = 0;
    for (DramChannel d : dram) {
      waiting += d.waiting();
    }
    return waiting;
  }

  long readBytes() {
    long read = 0;
    for (DramChannel d : dram) {
      read += d.readBytes();
    }
    return read;
  }

  /** Returns the tick at which all scheduled transfers are done. */
  long quiet() {
    long quiet = 0;
    for (DramChannel d : dram) {
      quiet = Math.max(quiet, d.quiet());
    }
    return quiet;
  }

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

  void eachChannel(StatisticsSink out) {
    for (int c = 0; c < dram.length; c++) {
      Totals own = new Totals();
      dram[c].addTo(own);
      own.write("channel[" + c + "].", out);
    }
  }
}
