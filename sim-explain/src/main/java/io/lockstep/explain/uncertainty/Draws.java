// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.figures.LegalValues;
import io.lockstep.run.Catalogue;
import io.lockstep.run.LaunchPhase;
import io.lockstep.run.design.DesignPoints;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Draws the figures of devices from their ranges by a Sobol sequence. Figures of the same name are
 * drawn jointly: each device takes the same quantile of its own range. The launch phase is drawn
 * too. Deterministic and immutable.
 */
public final class Draws {
  private final List<DeviceSpec> specs;
  private final List<LegalValues> legal;
  private final List<DrawnFigure> coordinates = new ArrayList<>();
  private final int[] phases;

  /**
   * @param specs devices, of any families
   * @param count number of draws, at least 1
   */
  public Draws(List<DeviceSpec> specs, int count, long seed) {
    this.specs = List.copyOf(specs);
    legal = specs.stream().map(LegalValues::new).toList();
    SortedMap<String, List<String>> names = new TreeMap<>();
    for (int d = 0; d < specs.size(); d++) {
      for (String path : legal.get(d).drawn()) {
        names.computeIfAbsent(path, p -> new ArrayList<>()).add(specs.get(d).id());
      }
    }
    double[][] points = DesignPoints.sobol(1 + names.size(), count, seed, DesignPoints.WIDTH);
    List<String> all = specs.stream().map(DeviceSpec::id).toList();
    coordinates.add(coordinate(DrawnFigure.PHASE, all, points[0]));
    names.forEach(
        (name, devices) -> coordinates.add(coordinate(name, devices, points[coordinates.size()])));
    List<Integer> byTime =
        IntStream.rangeClosed(1, count)
            .boxed()
            .sorted(Comparator.comparingLong(LaunchPhase::picos))
            .toList();
    phases = DoubleStream.of(points[0]).mapToInt(q -> byTime.get((int) (q * count))).toArray();
  }

  private static DrawnFigure coordinate(String name, List<String> devices, double[] quantiles) {
    return new DrawnFigure(name, devices, DoubleStream.of(quantiles).boxed().toList());
  }

  /** Returns the drawn quantities, the launch phase first. */
  public List<DrawnFigure> coordinates() {
    return Collections.unmodifiableList(coordinates);
  }

  /** Returns the number of drawn figures of the device with an index. */
  public int figures(int device) {
    return legal.get(device).drawn().size();
  }

  public int phase(int draw) {
    return phases[draw];
  }

  /** Returns a device in a draw; both are given by index. */
  public Variant drawn(Catalogue catalogue, int device, int draw) {
    Map<String, Double> shares = new HashMap<>();
    coordinates.forEach(c -> shares.put(c.name(), c.quantiles().get(draw)));
    LegalValues figures = legal.get(device);
    DeviceSpec spec = specs.get(device);
    return Variant.tried(catalogue, spec.id(), spec, figures.settings(figures.near(shares)));
  }
}
