// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;

/**
 * Bus, banks and timings of a DRAM channel: {@link DramSpec}. Immutable and thread-safe.
 *
 * <p>Timings are in picoseconds, as in data sheets and papers, and are rounded up to whole memory
 * clocks, as controllers do.
 */
public final class DramConfig {
  private static final int MAX_BANKS = 4096;

  final long tickHertz;
  final long clockHertz;
  final int beatsPerClock;
  final int bytesPerBeat;
  final int burstBytes;
  final int banks;
  final int bankGroups; // 1 if bank groups make no difference
  final int readQueue;
  final int writeQueue; // a soft limit, which evictions may exceed
  final int writeLow;
  final int writeHigh;
  final int bypasses;
  final int lookAhead;
  final long port; // bytes per second; 0 if as fast as the bus
  final boolean unoccupied; // ideal bandwidth: requests do not wait for each other
  final boolean immediate; // ideal latency: only contention with other requests takes time
  private final Figures figures;

  private DramConfig(Figures figures, long tickHertz) {
    this.figures = figures;
    this.tickHertz = tickHertz;
    clockHertz = figures.value("dram.clock");
    unoccupied = figures.ideals().has(Ideal.DRAM_BANDWIDTH);
    immediate = figures.ideals().has(Ideal.MEMORY_LATENCY);
    beatsPerClock = figures.integer("dram.beats");
    bytesPerBeat = figures.integer("dram.width");
    burstBytes = figures.integer("dram.burst");
    banks = figures.integer("dram.banks");
    bankGroups =
        figures.optional("dram.tccd_l").isPresent()
            ? (int) figures.optional("dram.bank_groups").orElse(1)
            : 1; // bank groups matter only if they have a burst distance of their own
    readQueue = figures.integer("dram.read_queue");
    writeQueue = figures.integer("dram.write_queue");
    writeLow = ofWrites("dram.drain_until");
    writeHigh = Math.max(writeLow + 1, ofWrites("dram.drain_from"));
    bypasses = figures.integer("dram.bypasses");
    lookAhead = figures.integer("dram.look_ahead");
    port = figures.optional("dram.port").orElse(0);
    if (burstBytes % bytesPerBeat != 0
        || banks < 1
        || banks > MAX_BANKS
        || readQueue < 1
        || writeQueue < 1) {
      throw new IllegalArgumentException(
          "bursts of %s bytes, %s banks, queues of %s and %s"
              .formatted(burstBytes, banks, readQueue, writeQueue));
    }
    if (figures.value("dram.drain_until") >= figures.value("dram.drain_from")) {
      throw new IllegalArgumentException(
          "writes drain from " + writeHigh + " to " + writeLow + " of " + writeQueue);
    }
  }

  /**
   * {@return the channel configuration given by figures}
   *
   * @param figures figures of {@link DramSpec}; the sizes of the whole memory are not used
   * @param tickHertz ticks per second
   * @throws IllegalArgumentException if a figure is missing or figures contradict each other
   */
  public static DramConfig of(Figures figures, long tickHertz) {
    return new DramConfig(figures, tickHertz);
  }

  /** {@return ticks per second} */
  public long tickHertz() {
    return tickHertz;
  }

  /** {@return the ideal parts of the device} */
  public Ideals ideals() {
    return figures.ideals();
  }

  private int ofWrites(String share) {
    return (int) (writeQueue * figures.value(share) / DramSpec.WHOLE);
  }

  /** Returns a new rule for one channel; null for {@link FirstReady}, built into the channel. */
  DramRule rule() {
    return figures
        .policy("dram.policy", DramPolicy.class, FirstReady.NAME)
        .map(p -> p.rule(figures))
        .orElse(null);
  }

  /** Returns the number of refresh commands per interval; 1 if each closes the whole channel. */
  int refreshCommands() {
    RefreshPolicy policy =
        figures.policy("dram.refresh", RefreshPolicy.class, AllBanks.NAME).orElse(null);
    if (policy == null) {
      return 1;
    }
    int commands = policy.commands(banks);
    if (commands < 1 || commands > banks) {
      throw new IllegalArgumentException(
          policy.getClass().getName() + " cuts a refresh of " + banks + " banks into " + commands);
    }
    return commands;
  }

  long activateWindow() {
    return figures.optional("dram.tfaw").isPresent() ? beats("dram.tfaw") : 0;
  }

  long activateToWrite() {
    return beats(figures.optional("dram.trcdwr").isPresent() ? "dram.trcdwr" : "dram.trcd");
  }

  long beatHertz() {
    return Math.multiplyExact(clockHertz, (long) beatsPerClock);
  }

  /** Returns a timing in beats: whole clocks of the memory, rounded up. */
  long beats(String path) {
    // picos * clockHertz / 10^12, rounded up, without overflow for up to a millisecond at 9 GHz
    long picos = figures.value(path);
    long clocks = (Math.multiplyExact(picos, clockHertz / 1000) + 999_999_999) / 1_000_000_000;
    return clocks * beatsPerClock;
  }

  /** Returns how often requests of a queue may pass the oldest request of the other direction. */
  long passes(int queue) {
    return (long) Math.max(1, bypasses) * queue;
  }
}
