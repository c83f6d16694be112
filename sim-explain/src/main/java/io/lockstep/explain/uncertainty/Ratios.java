// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class Ratios {
  private Ratios() {}

  /**
   * Returns the uncertainty of the ratio of two devices' times, paired by draw; empty if no draw
   * has both times.
   */
  static Optional<RatioUncertainty> of(
      List<DrawnFigure> coordinates, DeviceUncertainty base, DeviceUncertainty other) {
    List<Integer> both = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    int faster = 0;
    for (int i = 0; i < base.draws().size(); i++) {
      Draw one = base.draws().get(i);
      Draw two = other.draws().get(i);
      if (one.isSimulated() && two.isSimulated()) {
        both.add(i);
        ratios.add((double) two.picos() / one.picos());
        faster += two.picos() < one.picos() ? 1 : 0;
      }
    }
    if (both.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new RatioUncertainty(
            base.device(),
            other.device(),
            (double) other.nominalPicos() / base.nominalPicos(),
            Interval.of(array(ratios)),
            both.size(),
            faster,
            FigureInfluences.of(
                coordinates.stream()
                    .filter(
                        c ->
                            c.devices().contains(base.device())
                                || c.devices().contains(other.device()))
                    .toList(),
                both,
                array(ratios))));
  }

  static double[] array(List<Double> values) {
    return values.stream().mapToDouble(v -> v).toArray();
  }
}
