// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.roof.Roofs;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/**
 * Derives one hint from the statistics of a result, without another simulation, as a starting point
 * for a search for advice.
 */
public final class FirstSign {
  private static final double MUCH = 1.25; // minimum factor that is worth a hint

  private final RunResult result;
  private double most = MUCH;
  private String words = "";

  private FirstSign(RunResult result) {
    this.result = result;
  }

  /**
   * Describes the problem with the largest estimated factor; if there is none, the busiest resource
   * or the dominant stall reason.
   *
   * @param result result of a completed simulation
   */
  public static String of(RunResult result, Catalogue catalogue, DeviceSpec spec) {
    return new FirstSign(result).words(Roofs.of(result, catalogue, spec), spec);
  }

  private String words(Roofs roofs, DeviceSpec spec) {
    if (result.kernelPicos() < result.picos() - result.kernelPicos()) {
      double part = 1 - (double) result.kernelPicos() / result.picos();
      return say(
          "%s take %.0f %% of the time",
          result.bound().equals("launch") ? "launches" : result.bound(), 100 * part);
    }
    double conflicts = by("lds.conflict_cycles", "lds.cycles");
    double moved = by("memory.bytes_moved", "memory.bytes_requested");
    double memory = Math.max(value("dram.busy"), value("l2.read_busy"));
    double units = spec.has("unit.count") ? spec.value("unit.count") : 0;
    double groups = by("work_groups", "launches");
    consider(
        moved * Math.min(1, memory / 0.5),
        "%.1f bytes of memory traffic per byte requested",
        moved);
    double uneven = value("dram.channel_imbalance");
    double busiest = value("dram.busy") * uneven; // utilisation of the busiest channel
    consider(
        uneven * Math.min(1, busiest / 0.5),
        "the busiest DRAM channel carries %.1f times the mean traffic",
        uneven);
    consider(
        1 / (1 - conflicts * value("lds.busy")),
        "bank conflicts take %.0f %% of local memory's cycles",
        100 * conflicts);
    double lanes = value("lanes.utilisation");
    consider(lanes == 0 ? 0 : 1 / lanes, "%.0f %% of lanes are idle", 100 * (1 - lanes));
    double packing = value("vliw.packing");
    consider(
        packing == 0 ? 0 : value("ports.alu.busy") / packing,
        "bundles fill %.0f %% of their slots",
        100 * packing);
    consider(
        groups == 0 ? 0 : units / groups,
        "a launch has %.0f work-groups for %.0f compute units",
        groups,
        units);
    if (value("atomic.busy") > 0.5) {
      consider(2, "atomic units work %.0f %% of the time", 100 * value("atomic.busy"));
    }
    return words.isEmpty() ? resource(roofs) : words;
  }

  private String resource(Roofs roofs) {
    Optional<Roof> roof = roofs.largest().filter(r -> r.share() >= Roofs.BOUND);
    return roof.isPresent()
        ? say("%s at %.0f %% of its peak", roof.get().name(), 100 * roof.get().share())
        : "no resource limits the run; it waits for " + result.bound();
  }

  /** Keeps a problem whose factor exceeds all earlier ones. */
  private void consider(double factor, String text, Object... numbers) {
    if (factor > most) {
      most = factor;
      words = say(text, numbers);
    }
  }

  private static String say(String text, Object... numbers) {
    return String.format(Locale.ROOT, text, numbers);
  }

  private double by(String one, String other) {
    double divisor = value(other);
    return divisor == 0 ? 0 : value(one) / divisor;
  }

  private double value(String name) {
    BigDecimal value = result.statistics().get(name);
    return value == null ? 0 : value.doubleValue();
  }
}
