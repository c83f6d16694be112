package io.lockstep.explain.uncertainty;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * The uncertainty of a device's time due to the ranges of its figures. Immutable.
 *
 * @param device as {@code --device} takes it
 * @param nominalPicos measured time of the specification as it is, at launch phase 0
 * @param figures figures with a range that is no point
 * @param time interval of the measured time in picoseconds; empty if no sample was simulated
 * @param influences figures that it comes from, the largest correlation first, three at most
 * @param draws the samples, in their order
 */
public record DeviceUncertainty(
    String device,
    long nominalPicos,
    int figures,
    Optional<Interval> time,
    List<Influence> influences,
    List<Draw> draws) {
  /**
   * Copies the collections.
   *
   * @param device as {@code --device} takes it
   * @param nominalPicos measured time of the specification as it is
   * @param figures figures with a range
   * @param time interval of the measured time
   * @param influences figures that it comes from
   * @param draws the samples
   */
  public DeviceUncertainty {
    influences = List.copyOf(influences);
    draws = List.copyOf(draws);
  }

  /**
   * {@return the number of samples with an outcome}
   *
   * @param outcome the outcome
   */
  public long count(Outcome outcome) {
    return draws.stream().filter(draw -> draw.outcome() == outcome).count();
  }
}
