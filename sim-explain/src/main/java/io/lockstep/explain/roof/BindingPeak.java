// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.explain.figures.UncertainFigures;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The peak that limits a run if it rests on uncertain figures.
 *
 * @param device name of the device
 * @param roof the largest roof of the run
 * @param figures the uncertain figures that move its peak
 * @param trial a figure and its values that are tried with {@code whatif}; empty if no other value
 *     of a figure is legal on its own
 */
public record BindingPeak(
    String device, Roof roof, List<UncertainFigure> figures, Optional<String> trial) {
  public BindingPeak {
    figures = List.copyOf(figures);
  }

  /** Returns the uncertain peak that limits a run; empty if it is known or none limits the run. */
  public static Optional<BindingPeak> of(RunResult result, Catalogue catalogue, DeviceSpec spec) {
    if (!result.isSimulated() || result.kernelPicos() == 0) {
      return Optional.empty();
    }
    Roofs roofs = Roofs.of(result, catalogue, spec);
    return roofs.largest().filter(r -> roofs.isBound()).flatMap(r -> of(result.device(), r, spec));
  }

  private static Optional<BindingPeak> of(String device, Roof roof, DeviceSpec spec) {
    List<UncertainFigure> figures = PeakFigures.of(roof, device, spec);
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    UncertainFigures uncertain = new UncertainFigures(device, spec);
    Optional<String> trial =
        figures.stream()
            .map(f -> f.path() + "=" + String.join(",", uncertain.ends(f.path())))
            .filter(t -> !t.endsWith("="))
            .findFirst();
    return Optional.of(new BindingPeak(device, roof, figures, trial));
  }

  /** Returns the smallest peak within the ranges, relative to the modelled one. */
  public double least() {
    return figures.stream().mapToDouble(UncertainFigure::least).reduce(1, (a, b) -> a * b);
  }

  /** Returns the largest peak within the ranges, relative to the modelled one. */
  public double most() {
    return figures.stream().mapToDouble(UncertainFigure::most).reduce(1, (a, b) -> a * b);
  }

  /** Returns a sentence that names the peak, the figures and their ranges. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%s: limited by %s (at %.0f %% of its peak), which rests on uncertain parameters: %s; within"
            + " their ranges the peak is %.3g to %.3g times the modelled one.",
        device,
        roof.name(),
        100 * roof.share(),
        String.join("; ", figures.stream().map(UncertainFigure::words).toList()),
        least(),
        most());
  }

  /** Returns the commands that tell what the ranges do to the time. */
  public String tests() {
    String all = "compare --uncertainty";
    return "lockstep "
        + trial
            .map(t -> "whatif WORKLOAD -d " + device + " " + t + "; all ranges at once: " + all)
            .orElse(all);
  }
}
