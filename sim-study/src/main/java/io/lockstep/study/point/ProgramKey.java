package io.lockstep.study.point;

import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is executed once for all points that share it. This is the only key of executed programs:
 * whatever an execution depends on beside the machine belongs here. Immutable.
 *
 * @param workload what is executed
 * @param parameters as given; the others keep their defaults
 */
public record ProgramKey(WorkloadSource workload, SortedMap<String, String> parameters) {
  /**
   * Takes an unmodifiable copy of the parameters.
   *
   * @param workload what is executed
   * @param parameters as given
   */
  public ProgramKey {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }

  /**
   * A file's.
   *
   * @param workload a workload file or a recorded trace
   * @param parameters as given
   */
  public ProgramKey(Path workload, SortedMap<String, String> parameters) {
    this(new WorkloadSource.File(workload), parameters);
  }
}
