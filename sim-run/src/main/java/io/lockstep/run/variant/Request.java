package io.lockstep.run.variant;

import io.lockstep.parts.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one simulation is asked for. Requests of equal {@link VariantRunner#text} give equal
 * results. A workload that a program makes up is written to a folder of its own first, and read by
 * the front-ends that the runner is given; where it lies is no part of the text. Immutable.
 *
 * @param workload path of a workload file or a recorded trace
 * @param parameters as given; the others keep their defaults
 * @param spec the device, overrides applied
 * @param phase launch phase: 0 for none, k for the k-th seeded one
 * @param problem why the device cannot be run as asked (an override that it does not have), or
 *     empty
 */
public record Request(
    Path workload,
    SortedMap<String, String> parameters,
    DeviceSpec spec,
    int phase,
    String problem) {
  /**
   * Takes an unmodifiable copy of the parameters.
   *
   * @param workload path of a workload file or a recorded trace
   * @param parameters as given; the others keep their defaults
   * @param spec the device, overrides applied
   * @param phase launch phase
   * @param problem why the device cannot be run as asked, or empty
   */
  public Request {
    if (phase < 0) {
      throw new IllegalArgumentException("launch phase " + phase);
    }
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }

  /**
   * A device without problems.
   *
   * @param workload path of a workload file or a recorded trace
   * @param parameters as given; the others keep their defaults
   * @param spec the device, overrides applied
   * @param phase launch phase
   */
  public Request(Path workload, Map<String, String> parameters, DeviceSpec spec, int phase) {
    this(workload, new TreeMap<>(parameters), spec, phase, "");
  }
}
