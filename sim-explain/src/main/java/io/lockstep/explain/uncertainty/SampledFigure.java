package io.lockstep.explain.uncertainty;

import java.util.List;

/**
 * A drawn quantity: a figure's quantile in its range, shared by all devices for which the figure is
 * uncertain.
 *
 * @param name the figure, or {@link #PHASE}
 * @param devices that use it; for the phase all
 * @param quantiles one for each sample, 0 to 1: each device takes this quantile of its own range
 */
public record SampledFigure(String name, List<String> devices, List<Double> quantiles) {
  /** Name of the coordinate that is no figure: when the launch comes. */
  public static final String PHASE = "launch phase";

  /**
   * Copies the collections.
   *
   * @param name the figure, or {@link #PHASE}
   * @param devices that use it
   * @param quantiles one for each sample
   */
  public SampledFigure {
    devices = List.copyOf(devices);
    quantiles = List.copyOf(quantiles);
  }

  /** {@return whether several devices take it} */
  public boolean isShared() {
    return devices.size() > 1;
  }
}
