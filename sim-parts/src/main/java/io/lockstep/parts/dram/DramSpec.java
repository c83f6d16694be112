// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;
import static io.lockstep.spi.spec.Dimension.RATE;
import static io.lockstep.spi.spec.Dimension.RATIO;
import static io.lockstep.spi.spec.Dimension.TIME;

import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Derived;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of device memory and of its {@link DramChannel}s: {@link DramConfig}. */
public final class DramSpec implements Part {
  /** The only instance. */
  public static final Part PART = new DramSpec();

  // The ratio 1, in millionths.
  static final long WHOLE = 1_000_000;

  private DramSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.figure("dram.capacity", BYTES, "device memory", 1 << 20, 1L << 42)
        .figure("dram.channels", COUNT, "channels", 1, 1024)
        .figure("dram.clock", FREQUENCY, "command clock", 1_000_000, 10_000_000_000L)
        .figure("dram.beats", COUNT, "data transfers a command clock", 1, 8)
        .figure("dram.width", BYTES, "data bus of a channel: bytes of a transfer", 1, 64)
        .powerOfTwo("dram.burst", BYTES, "smallest access of a channel", 8, 256)
        .powerOfTwo("dram.interleave", BYTES, "bytes before the next channel", 32, 1 << 20)
        .figure("dram.banks", COUNT, "banks of a channel", 1, 64)
        .powerOfTwo("dram.row", BYTES, "row of a bank", 256, 1 << 16)
        .figure("dram.read_queue", COUNT, "reads that may wait at a channel", 1, 1024)
        .figure("dram.write_queue", COUNT, "writes that may wait at a channel", 1, 2048)
        .figure(
            "dram.drain_from",
            RATIO,
            "share of the write queue at which writes go first although reads wait",
            1,
            WHOLE)
        .figure(
            "dram.drain_until", RATIO, "share of it at which reads go first again", 0, WHOLE - 1)
        .policy("dram.policy", "which waiting request is next", DramPolicy.class, FirstReady.NAME)
        .figure(
            "dram.bypasses",
            COUNT,
            "how often the oldest request may be overtaken; 0 is first come, first served",
            0,
            1024)
        .figure(
            "dram.look_ahead",
            COUNT,
            "how many row changes ahead of its data a request is decided on",
            1,
            16)
        .usually("dram.look_ahead", "2", "1", "4")
        .figure(
            "dram.request_latency", CYCLES, "from a miss to the queue of its channel", 0, 10_000);
    keys.optional(
        "dram.port",
        RATE,
        "of a channel's port to the fabric, reads and writes together; absent: the bus's rate",
        1_000_000,
        1L << 44);
    keys.optional(
        "dram.bank_groups",
        COUNT,
        "groups of banks, in each of which bursts lie dram.tccd_l apart; absent: 1",
        1,
        16);
    keys.optional(
        "dram.tccd_l",
        TIME,
        "from burst to burst of a bank group; absent: groups make no difference",
        0,
        10_000_000);
    time(keys, "dram.response_latency", "controller and interface, from the bus to the cache");
    time(
        keys, "dram.trcd", "activate to column command; of reads alone where dram.trcdwr is given");
    keys.optional(
        "dram.trcdwr",
        TIME,
        "activate to column command of a write; absent: dram.trcd",
        0,
        10_000_000);
    time(keys, "dram.trp", "precharge to activate");
    time(keys, "dram.tras", "activate to precharge");
    time(keys, "dram.tcl", "column command to data, read");
    time(keys, "dram.twl", "column command to data, write");
    time(keys, "dram.trrd", "activate to activate, another bank");
    keys.optional(
        "dram.tfaw",
        TIME,
        "in which at most four rows are opened; absent: dram.trrd alone limits them",
        0,
        10_000_000);
    time(keys, "dram.twtr", "end of write data to a read command");
    time(keys, "dram.trtw", "idle bus from read to write data");
    time(keys, "dram.twr", "end of write data to a precharge");
    keys.figure("dram.trefi", TIME, "refresh interval, 0 for no refresh", 0, 1_000_000_000);
    keys.policy("dram.refresh", "which banks a refresh closes", RefreshPolicy.class, AllBanks.NAME);
    time(keys, "dram.trfc", "refresh of all banks, during which the channel is closed");
    keys.optional(
        "dram.trfc_bank",
        TIME,
        "refresh of some banks, during which they are closed; what dram.refresh may ask for",
        0,
        10_000_000);
    time(
        keys,
        "dram.refresh_idle",
        "how long a channel has had no request before it makes a refresh of all banks that is due;"
            + " earlier, the refresh is made before the next request");
    keys.usually("dram.refresh_idle", "2us", "0ns", "4us");
    keys.together(
        Constraint.multiple("dram.burst", "dram.width"),
        Constraint.atLeast("dram.row", "dram.burst").saying("no burst wider than a row"),
        Constraint.below("dram.drain_until", "dram.drain_from").saying("less than dram.drain_from"),
        Constraint.atLeast("dram.row", "dram.interleave"),
        Constraint.of(
            "a dram.trefi of 0ns or above dram.trfc: refreshes would leave no time for requests",
            v -> v[0] == 0 || v[0] > v[1],
            "dram.trefi",
            "dram.trfc"));
    keys.derived(
        Derived.of(
            "dram.bandwidth",
            RATE,
            "peak rate of all channels; written, it sets dram.clock and no timing",
            DramSpec::bandwidth,
            "dram.clock",
            (rate, f) -> new long[] {rate / bytesAClock(f)}));
  }

  /** Declares a timing of bounded length, so that bookings ahead of time are bounded. */
  private static void time(SpecSchema.Builder keys, String path, String what) {
    keys.figure(path, TIME, what, 0, 10_000_000);
  }

  /**
   * {@return peak rate of all channels in bytes per second}
   *
   * @param f figures of this part
   */
  public static long bandwidth(Figures f) {
    return f.value("dram.clock") * bytesAClock(f);
  }

  private static long bytesAClock(Figures f) {
    return f.value("dram.channels") * f.value("dram.width") * f.value("dram.beats");
  }

  @Override
  public void check(CrossCheck together) {
    together.policy(
        "dram.refresh",
        RefreshPolicy.class,
        p ->
            p.commands((int) together.value("dram.banks")) == 1
                || together.has("dram.trfc_bank")
                    && (together.value("dram.trefi") == 0
                        || together.value("dram.trfc_bank") < together.value("dram.trefi")),
        "'" + AllBanks.NAME + "' where dram.trfc_bank is not given, or not less than dram.trefi",
        "dram.trfc_bank",
        "dram.trefi");
  }
}
