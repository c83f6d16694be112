package io.lockstep.study.point;

import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The key of a program that is executed once for all points that share it: everything that an
 * execution depends on, apart from the machine.
 *
 * @param workload file, trace or text
 * @param parameters as given; the others keep their defaults
 */
public record ProgramKey(WorkloadSource workload, SortedMap<String, String> parameters) {
  /**
   * Takes an unmodifiable copy of the parameters.
   *
   * @param workload file, trace or text
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
