package io.lockstep.explain.uncertainty;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The uncertainty of a comparison due to guessed, fitted and inexactly measured figures.
 *
 * @param workload its name
 * @param parameters all of them
 * @param kernels whether times are the kernels' own
 * @param seed of the samples
 * @param coordinates the drawn quantities
 * @param devices those that run the workload, in the requested order; the first is the base
 * @param ratios of the others to the base, in their order; a device is missing if no sample has
 *     both times
 * @param notes for readers
 */
public record Uncertainty(
    String workload,
    SortedMap<String, String> parameters,
    boolean kernels,
    long seed,
    List<SampledFigure> coordinates,
    List<DeviceUncertainty> devices,
    List<RatioUncertainty> ratios,
    List<String> notes) {
  /**
   * Copies the collections.
   *
   * @param workload its name
   * @param parameters all of them
   * @param kernels whether times are the kernels' own
   * @param seed of the samples
   * @param coordinates the drawn quantities
   * @param devices those that run the workload
   * @param ratios of the others to the base
   * @param notes for readers
   */
  public Uncertainty {
    coordinates = List.copyOf(coordinates);
    devices = List.copyOf(devices);
    ratios = List.copyOf(ratios);
    notes = List.copyOf(notes);
  }

  /** {@return samples of each device} */
  public int samples() {
    return coordinates.get(0).quantiles().size();
  }

  /**
   * {@return the uncertainty of a device's time}
   *
   * @param name as {@code --device} takes it
   */
  public Optional<DeviceUncertainty> device(String name) {
    return devices.stream().filter(d -> d.device().equals(name)).findFirst();
  }
}
