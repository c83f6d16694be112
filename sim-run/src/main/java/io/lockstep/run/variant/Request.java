package io.lockstep.run.variant;

import io.lockstep.parts.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A request for one simulation. Requests of equal {@link VariantRunner#text} give equal results. A
 * generated workload is first written to a separate folder and read by the runner's front-ends; its
 * location is not part of the text. Immutable.
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
