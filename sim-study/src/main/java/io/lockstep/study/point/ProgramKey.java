// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.point;

import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The key of a program, which is executed once for all points that share it. It contains all inputs
 * of an execution, apart from the machine.
 *
 * @param parameters given parameters; others keep their defaults
 */
public record ProgramKey(WorkloadSource workload, SortedMap<String, String> parameters) {
  public ProgramKey {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }

  /** Creates the key of a workload file or a recorded trace. */
  public ProgramKey(Path workload, SortedMap<String, String> parameters) {
    this(new WorkloadSource.File(workload), parameters);
  }
}
