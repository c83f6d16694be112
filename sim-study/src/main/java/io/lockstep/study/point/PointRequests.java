// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.point;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;

/** Creates the requests of points, and caches the specifications of their devices. Thread-safe. */
public final class PointRequests implements Function<Point, Request> {
  private static final int MOST_SPECS = 512;

  private final Catalogue catalogue;
  private final Map<List<Object>, Runner.Target> targets =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, Runner.Target> eldest) {
          return size() > MOST_SPECS;
        }
      };

  public PointRequests(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Returns the request of a point. An override that the device rejects becomes the request's
   * problem.
   *
   * @throws InputException if there is no such device
   */
  @Override
  public Request apply(Point point) {
    List<Object> key = List.of(point.device(), point.settings());
    Runner.Target target;
    synchronized (targets) {
      target = targets.get(key);
    }
    if (target == null) {
      target = target(point.device(), point.settings());
      synchronized (targets) {
        targets.put(key, target);
      }
    }
    return new Request(point.program(), target.spec(), point.phase(), target.problem());
  }

  private Runner.Target target(String device, SortedMap<String, String> settings) {
    DeviceSpec spec = catalogue.spec(device);
    try {
      return new Runner.Target(spec.with(settings));
    } catch (InputException e) {
      return new Runner.Target(spec, e.getMessage());
    }
  }
}
