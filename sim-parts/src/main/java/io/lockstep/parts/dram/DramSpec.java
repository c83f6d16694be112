// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static io.lockstep.spi.spec.Dimension.RATE;

import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Derived;
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of device memory and of its {@link DramChannel}s: {@link DramConfig}. */
public final class DramSpec implements Part {
  private static final FigureTable FIGURES =
      FigureTable.of(DramSpec.class.getResourceAsStream("figures.txt"));

  /** The only instance. */
  public static final Part PART = new DramSpec();

  // The ratio 1, in millionths.
  static final long WHOLE = 1_000_000;

  private DramSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(FIGURES.section("dram"));
    keys.key("dram.policy").policy(DramPolicy.class, FirstReady.NAME);
    keys.key("dram.refresh").policy(RefreshPolicy.class, AllBanks.NAME);
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
