// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;
import static io.lockstep.spi.spec.Dimension.POLICY;
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
    keys.key("dram.capacity", BYTES, "device memory")
        .between(1 << 20, 1L << 42)
        .key("dram.channels", COUNT, "channels")
        .between(1, 1024)
        .key("dram.clock", FREQUENCY, "command clock")
        .between(1_000_000, 40_000_000_000L)
        .key("dram.beats", COUNT, "data transfers a command clock")
        .between(1, 8)
        .key("dram.width", BYTES, "data bus of a channel: bytes of a transfer")
        .between(1, 64)
        .key("dram.burst", BYTES, "smallest access of a channel")
        .between(8, 256)
        .powerOfTwo()
        .key("dram.interleave", BYTES, "bytes before the next channel")
        .between(32, 1 << 20)
        .powerOfTwo()
        .key("dram.banks", COUNT, "banks of a channel")
        .between(1, 64)
        .key("dram.row", BYTES, "row of a bank")
        .between(256, 1 << 16)
        .powerOfTwo()
        .key("dram.read_queue", COUNT, "reads that may wait at a channel")
        .between(1, 1024)
        .key("dram.write_queue", COUNT, "writes that may wait at a channel")
        .between(1, 2048)
        .key(
            "dram.drain_from",
            RATIO,
            "share of the write queue at which writes go first although reads wait")
        .between(1, WHOLE)
        .key("dram.drain_until", RATIO, "share of it at which reads go first again")
        .between(0, WHOLE - 1)
        .key("dram.policy", POLICY, "which waiting request is next")
        .policy(DramPolicy.class, FirstReady.NAME)
        .key(
            "dram.bypasses",
            COUNT,
            "how often the oldest request may be overtaken; 0 is first come, first served")
        .between(0, 1024)
        .key(
            "dram.look_ahead",
            COUNT,
            "how many row changes ahead of its data a request is decided on")
        .between(1, 16)
        .usually("2", "1", "4")
        .key("dram.request_latency", CYCLES, "from a miss to the queue of its channel")
        .between(0, 10_000);
    keys.key(
            "dram.port",
            RATE,
            "of a channel's port to the fabric, reads and writes together; absent: the bus's rate")
        .between(1_000_000, 1L << 44)
        .optional();
    keys.key(
            "dram.bank_groups",
            COUNT,
            "groups of banks, in each of which bursts lie dram.tccd_l apart; absent: 1")
        .between(1, 16)
        .optional();
    keys.key(
            "dram.tccd_l",
            TIME,
            "from burst to burst of a bank group; absent: groups make no difference")
        .between(0, 10_000_000)
        .optional();
    time(keys, "dram.response_latency", "controller and interface, from the bus to the cache");
    time(
        keys, "dram.trcd", "activate to column command; of reads alone where dram.trcdwr is given");
    keys.key("dram.trcdwr", TIME, "activate to column command of a write; absent: dram.trcd")
        .between(0, 10_000_000)
        .optional();
    time(keys, "dram.trp", "precharge to activate");
    time(keys, "dram.tras", "activate to precharge");
    time(keys, "dram.tcl", "column command to data, read");
    time(keys, "dram.twl", "column command to data, write");
    time(keys, "dram.trrd", "activate to activate, another bank");
    keys.key(
            "dram.tfaw",
            TIME,
            "in which at most four rows are opened; absent: dram.trrd alone limits them")
        .between(0, 10_000_000)
        .optional();
    time(keys, "dram.twtr", "end of write data to a read command");
    time(keys, "dram.trtw", "idle bus from read to write data");
    time(keys, "dram.twr", "end of write data to a precharge");
    keys.key("dram.trefi", TIME, "refresh interval, 0 for no refresh").between(0, 1_000_000_000);
    keys.key("dram.refresh", POLICY, "which banks a refresh closes")
        .policy(RefreshPolicy.class, AllBanks.NAME);
    time(keys, "dram.trfc", "refresh of all banks, during which the channel is closed");
    keys.key(
            "dram.trfc_bank",
            TIME,
            "refresh of some banks, during which they are closed; what dram.refresh may ask for")
        .between(0, 10_000_000)
        .optional();
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
    keys.key(path, TIME, what).between(0, 10_000_000);
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
