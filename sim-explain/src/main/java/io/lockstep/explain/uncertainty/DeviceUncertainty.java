// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * The uncertainty of a device's time due to the ranges of its figures.
 *
 * @param device name of the device as given to {@code --device}
 * @param nominalPicos time of the nominal specification at launch phase 0, picoseconds
 * @param figures number of uncertain figures
 * @param time interval of the time in picoseconds; empty if no sample was simulated
 * @param influences at most three influential figures, the largest correlation first
 */
public record DeviceUncertainty(
    String device,
    long nominalPicos,
    int figures,
    Optional<Interval> time,
    List<FigureInfluence> influences,
    List<Draw> draws) {
  public DeviceUncertainty {
    influences = List.copyOf(influences);
    draws = List.copyOf(draws);
  }

  public long count(Outcome outcome) {
    return draws.stream().filter(draw -> draw.outcome() == outcome).count();
  }
}
