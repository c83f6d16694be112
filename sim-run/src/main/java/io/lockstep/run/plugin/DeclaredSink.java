// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.StatisticsSink;

/**
 * Accepts only statistics that the machine's family or a shared part has declared, and at the end
 * of a launch only if they are not negative. Not thread-safe.
 */
public final class DeclaredSink implements StatisticsSink {
  private final FamilyStatistics family;
  private final Machine machine;
  private final String method;
  private final StatisticsSink out;
  private final boolean signed;

  /**
   * @param machine machine that reports the statistics, for messages
   * @param method method of the machine, for messages
   * @param out receives declared statistics
   */
  public DeclaredSink(FamilyStatistics family, Machine machine, String method, StatisticsSink out) {
    this(family, machine, method, out, false);
  }

  private DeclaredSink(
      FamilyStatistics family, Machine machine, String method, StatisticsSink out, boolean signed) {
    this.family = family;
    this.machine = CheckedMachine.modelOf(machine);
    this.method = method;
    this.out = out;
    this.signed = signed;
  }

  /**
   * Returns a sink for {@link Machine#interim}, whose values may be negative: an interval of cycles
   * that ends later is counted for its last cause only.
   */
  public static DeclaredSink interim(FamilyStatistics family, Machine machine, StatisticsSink out) {
    return new DeclaredSink(family, machine, "interim", out, true);
  }

  @Override
  public void count(String name, long value) {
    require(name);
    requireNotNegative(name, value);
    out.count(name, value);
  }

  @Override
  public void ratio(String name, long numerator, long denominator) {
    require(name);
    requireNotNegative(name, numerator);
    requireNotNegative(name, denominator);
    out.ratio(name, numerator, denominator);
  }

  private void requireNotNegative(String name, long value) {
    if (value < 0 && !signed) {
      throw new ModelException(said(name) + "' as " + value + "; no statistic is negative", null);
    }
  }

  private String said(String name) {
    return machine.getClass().getName() + "." + method + " gave the statistic '" + name;
  }

  private void require(String name) {
    if (family.registry().find(name).isEmpty()) {
      throw new ModelException(
          "%s', which neither family '%s' nor a shared part declares%s"
              .formatted(said(name), family.family(), family.registry().hint(name)),
          null);
    }
  }
}
