// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.explain.figures.UncertainFigures;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The figures to which the peaks of shared parts that move bytes are proportional. Peaks in cycles,
 * of issue ports and of the units behind them, are clocks and numbers of units.
 */
public final class PeakFigures {
  private static final Map<String, List<String>> FIGURES =
      Map.of( // lookup only
          "l2.read_busy", List.of("l2.read", "l2.channels", "unit.dies"),
          "l2.write_busy", List.of("l2.write", "l2.channels", "unit.dies"),
          "mall.busy", List.of("mall.bandwidth", "dram.channels"),
          "dram.busy", List.of("dram.clock", "dram.channels", "dram.width", "dram.beats"),
          "network.request_busy", List.of("network.request_rate", "unit.count"),
          "network.response_busy", List.of("network.response_rate", "unit.count"));

  private PeakFigures() {}

  /**
   * Returns the uncertain figures whose ranges move a roof's peak by more than {@link
   * FactorRange#LEAST}.
   *
   * @param device name of the device in the answer
   */
  public static List<UncertainFigure> of(Roof roof, String device, DeviceSpec spec) {
    List<String> paths = new ArrayList<>(FIGURES.getOrDefault(roof.statistic(), List.of()));
    if (roof.statistic().startsWith("l2.") && !spec.has("l2.channels")) {
      paths.add("dram.channels"); // a slice for each channel
    }
    return new UncertainFigures(device, spec)
        .of(paths).stream().filter(f -> f.moves(FactorRange.LEAST)).toList();
  }
}
