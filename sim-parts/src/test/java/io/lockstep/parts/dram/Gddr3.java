// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.spec.Figures;
import java.util.Map;

/** Memory of the Tesla generation, by name: see {@link DramChannelTest}. */
public final class Gddr3 {
  private Gddr3() {}

  /** All figures of a channel but {@code dram.bypasses}. */
  public static Figures figures() {
    return Figures.of(
        Map.ofEntries(
            Map.entry("dram.clock", 800_000_000L),
            Map.entry("dram.beats", 2L),
            Map.entry("dram.width", 8L),
            Map.entry("dram.burst", 32L),
            Map.entry("dram.banks", 8L),
            Map.entry("dram.read_queue", 32L),
            Map.entry("dram.write_queue", 32L),
            Map.entry("dram.drain_from", 750_000L),
            Map.entry("dram.drain_until", 250_000L),
            Map.entry("dram.look_ahead", 2L),
            Map.entry("dram.response_latency", 0L),
            Map.entry("dram.trcd", 15_000L),
            Map.entry("dram.trp", 12_500L),
            Map.entry("dram.tras", 31_250L),
            Map.entry("dram.tcl", 12_500L),
            Map.entry("dram.twl", 8_750L),
            Map.entry("dram.trrd", 10_000L),
            Map.entry("dram.twtr", 7_500L),
            Map.entry("dram.trtw", 2_500L),
            Map.entry("dram.twr", 13_750L),
            Map.entry("dram.trefi", 0L),
            Map.entry("dram.trfc", 0L),
            Map.entry("dram.refresh_idle", 0L)));
  }
}
