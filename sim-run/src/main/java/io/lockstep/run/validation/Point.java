package io.lockstep.run.validation;

import io.lockstep.parts.spec.DeviceSpec;
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

  /** What is executed: the same for all devices. */
  Execution execution() {
    return new Execution(workload, parameters);
  }

  /**
   * A workload with parameters.
   *
   * @param workload a workload file or trace
   * @param parameters as given
   */
  record Execution(Path workload, SortedMap<String, String> parameters) {}
}
