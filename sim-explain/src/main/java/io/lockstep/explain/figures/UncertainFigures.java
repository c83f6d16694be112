// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The uncertain figures of a device: those that a study of uncertainty samples. A figure that must
 * equal a known one is not uncertain. Immutable.
 */
public final class UncertainFigures {
  private final String device;
  private final DeviceSpec spec;
  private final LegalValues legal;

  /**
   * @param device the device's name in the answer
   */
  public UncertainFigures(String device, DeviceSpec spec) {
    this.device = device;
    this.spec = spec;
    legal = new LegalValues(spec);
  }

  /**
   * Returns a figure with its range; empty if the device lacks the figure or its value is known.
   */
  public Optional<UncertainFigure> find(String path) {
    return spec.has(path)
        ? legal.range(path).map(r -> UncertainFigure.of(device, spec.figure(path), r))
        : Optional.empty();
  }

  /**
   * Returns the values nearest to the ends of an uncertain figure's range that are legal together
   * with the device's other figures, without the device's own value.
   */
  public List<String> ends(String path) {
    FigureRange range = legal.range(path).orElseThrow();
    return LongStream.of(range.bounds().low(), range.bounds().high())
        .map(end -> range.isNumber() ? legal.nearEnd(path, end) : end)
        .filter(value -> !range.isNominal(value))
        .distinct()
        .mapToObj(range::text)
        .toList();
  }

  /** Returns those of the given figures that are uncertain, in their order. */
  public List<UncertainFigure> of(List<String> paths) {
    return paths.stream().map(this::find).flatMap(Optional::stream).toList();
  }
}
