// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Answer;
import io.lockstep.spi.stats.Resource;

/**
 * The time that a resource needs at its peak rate for the amount that a run used.
 *
 * @param statistic name of the statistic that is the share; empty if there is none
 * @param name readable name, for example {@code port fetch} or {@code DRAM bandwidth}
 * @param share fraction of the resource's peak that was used while kernels ran, from 0 to 1
 * @param used amount used, in {@code unit}
 * @param rate peak rate, amount per picosecond
 * @param unit unit of the amount: {@code B} or {@code cycles}
 */
public record Roof(
    Resource resource,
    String statistic,
    String name,
    double share,
    double used,
    double rate,
    String unit) {
  public static final Answer<Roof> ANSWER =
      Answer.<Roof>part()
          .word("resource", "Kind of the resource.", Resource.class, Roof::resource)
          .text("name", "Name for readers.", Roof::name)
          .real("share", "Fraction of the peak that was used while kernels ran.", Roof::share)
          .number("seconds", "Time at the peak.", r -> Numbers.seconds(Math.round(r.picos())));

  /** Creates the roof of a run that used the device as a whole for its time in picoseconds. */
  static Roof whole(long picos) {
    return new Roof(Resource.PORT, "", "the whole device", 1, picos, 1, "ps");
  }

  /** Returns the time at the peak rate in picoseconds: a lower bound of the kernels' time. */
  public double picos() {
    return used / rate;
  }
}
