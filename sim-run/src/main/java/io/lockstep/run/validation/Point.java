package io.lockstep.run.validation;

import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.variant.Request;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SortedMap;

/**
 * One simulation that rows ask for. Two are equal where their results are. Immutable.
 *
 * @param workload a workload file or trace
 * @param parameters as given
 * @param spec the device, overrides applied
 */
record Point(Path workload, SortedMap<String, String> parameters, DeviceSpec spec) {
  static Point of(Request request) {
    return new Point(request.workload(), request.parameters(), request.spec());
  }

  Request request() {
    return new Request(workload, parameters, spec, 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Point p
        && workload.equals(p.workload)
        && parameters.equals(p.parameters)
        && spec.id().equals(p.spec.id())
        && spec.hash().equals(p.spec.hash());
  }

  @Override
  public int hashCode() {
    return Objects.hash(workload, parameters, spec.id(), spec.hash());
  }
}
