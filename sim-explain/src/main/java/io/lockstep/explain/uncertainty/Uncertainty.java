// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Fields;
import java.util.List;
import java.util.Optional;

/**
 * The uncertainty of a comparison due to guessed, fitted and inexactly measured figures.
 *
 * @param kernels whether only kernel time is counted
 * @param coordinates the drawn quantities
 * @param devices devices that run the workload, in the requested order; the first is the base
 * @param ratios ratios of the other devices to the base; a device is missing if no draw has both
 *     times
 */
public record Uncertainty(
    boolean kernels,
    long seed,
    List<DrawnFigure> coordinates,
    List<DeviceUncertainty> devices,
    List<RatioUncertainty> ratios,
    List<String> notes) {
  /**
   * Declares the field {@code uncertainty} of results, which documents have with {@code
   * --uncertainty}.
   */
  public static final Answer<Uncertainty> ANSWER =
      Answer.<Uncertainty>part()
          .include(ExperimentOptions.TIMING, Uncertainty::kernels)
          .integer("samples", "Number of draws of each device.", Uncertainty::draws)
          .integer("seed", "", Uncertainty::seed)
          .list("coordinates", "Drawn quantities.", Uncertainty::coordinates, DrawnFigure.ANSWER)
          .list("devices", "The first is the base.", Uncertainty::devices, DeviceUncertainty.ANSWER)
          .list("ratios", "Of the other devices.", Uncertainty::ratios, RatioUncertainty.ANSWER)
          .texts("notes", "", Uncertainty::notes);

  public Uncertainty {
    coordinates = List.copyOf(coordinates);
    devices = List.copyOf(devices);
    ratios = List.copyOf(ratios);
    notes = List.copyOf(notes);
  }

  public int draws() {
    return coordinates.get(0).quantiles().size();
  }

  /**
   * Returns the uncertainty of a device's time.
   *
   * @param name name of the device as given to {@code --device}
   */
  public Optional<DeviceUncertainty> device(String name) {
    return devices.stream().filter(d -> d.device().equals(name)).findFirst();
  }

  /** Writes the fields of a device's row; none if the device was not simulated. */
  public void writeRow(String name, Fields to) {
    device(name).ifPresent(device -> device.writeRow(to));
    ratios.stream()
        .filter(ratio -> ratio.device().equals(name))
        .findFirst()
        .ifPresent(ratio -> to.group("ratio", ratio::writeRow));
  }
}
