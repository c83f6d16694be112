package io.lockstep.explain;

import io.lockstep.explain.figures.Side;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Two runs, the difference of whose times is to be explained.
 *
 * @param from the first run
 * @param to the second run
 */
public record Question(Run from, Run to) {
  /**
   * A workload on a device.
   *
   * @param workload a workload file, or a trace
   * @param parameters of the workload; a trace takes none
   * @param side the device
   */
  public record Run(Path workload, SortedMap<String, String> parameters, Side side) {
    /**
     * Copies the parameters.
     *
     * @param workload a workload file, or a trace
     * @param parameters of the workload
     * @param side the device
     */
    public Run {
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }

    /**
     * Creates a run.
     *
     * @param workload a workload file, or a trace
     * @param parameters of the workload, in any order
     * @param side the device
     */
    public Run(Path workload, Map<String, String> parameters, Side side) {
      this(workload, new TreeMap<>(parameters), side);
    }
  }

  /** {@return whether both run the same program} */
  public boolean isOneProgram() {
    return from.workload.equals(to.workload) && from.parameters.equals(to.parameters);
  }
}
