package io.lockstep.explain.uncertainty;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * The uncertainty of a device's time due to the ranges of its figures.
 *
 * @param device as in {@code --device}
 * @param nominalPicos measured time of the nominal specification, at launch phase 0
 * @param figures uncertain figures
 * @param time interval of the measured time in picoseconds; empty if no sample was simulated
 * @param influences at most three influential figures, the largest correlation first
 * @param draws the samples, in their order
 */
public record DeviceUncertainty(
    String device,
    long nominalPicos,
    int figures,
    Optional<Interval> time,
    List<FigureInfluence> influences,
    List<Draw> draws) {
  /**
   * Copies the collections.
   *
   * @param device as in {@code --device}
   * @param nominalPicos measured time of the nominal specification
   * @param figures figures with a range
   * @param time interval of the measured time
   * @param influences influential figures
   * @param draws the samples
   */
  public DeviceUncertainty {
    influences = List.copyOf(influences);
    draws = List.copyOf(draws);
  }

  /**
   * {@return the number of samples with an outcome}
   *
   * @param outcome of the samples to count
   */
  public long count(Outcome outcome) {
    return draws.stream().filter(draw -> draw.outcome() == outcome).count();
  }
}
