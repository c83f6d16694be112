// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.Side;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Two runs whose time ratio is to be explained. */
public record Question(Run from, Run to) {
  /**
   * A workload on a device.
   *
   * @param workload a workload file, or a trace
   * @param parameters parameters of the workload; a trace takes none
   */
  public record Run(Path workload, SortedMap<String, String> parameters, Side side) {
    public Run {
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    }

    public Run(Path workload, Map<String, String> parameters, Side side) {
      this(workload, new TreeMap<>(parameters), side);
    }
  }

  public boolean isOneProgram() {
    return from.workload.equals(to.workload) && from.parameters.equals(to.parameters);
  }
}
