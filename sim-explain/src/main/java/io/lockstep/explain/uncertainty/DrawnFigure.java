// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * A drawn quantity: the quantile of a figure in its range, shared by all devices for which the
 * figure is uncertain.
 *
 * @param name the figure, or {@link #PHASE}
 * @param devices devices with this figure; all devices for the launch phase
 * @param quantiles quantile in each draw, from 0 to 1, applied to each device's own range
 */
public record DrawnFigure(String name, List<String> devices, List<Double> quantiles) {
  /** Name of the coordinate for the launch phase. */
  public static final String PHASE = "launch phase";

  static final Answer<DrawnFigure> ANSWER =
      Answer.<DrawnFigure>part()
          .text("name", "A parameter, or launch phase.", DrawnFigure::name)
          .texts("devices", "Devices that share the quantiles.", DrawnFigure::devices);

  public DrawnFigure {
    devices = List.copyOf(devices);
    quantiles = List.copyOf(quantiles);
  }

  public boolean isShared() {
    return devices.size() > 1;
  }
}
