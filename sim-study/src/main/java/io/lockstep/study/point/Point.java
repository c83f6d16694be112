// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.point;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One simulation of a plan, with its device given by name.
 *
 * @param index index in the plan, from 0
 * @param workload a workload file or a recorded trace
 * @param parameters given parameters; others keep their defaults
 * @param settings overridden figures, in the syntax of {@code --set}
 * @param phase launch phase: 0 for no delay, k for the k-th seeded phase
 */
public record Point(
    long index,
    Path workload,
    SortedMap<String, String> parameters,
    String device,
    SortedMap<String, String> settings,
    int phase)
    implements Schedulable {
  public Point {
    if (index < 0 || phase < 0) {
      throw new IllegalArgumentException("point " + index + ", launch phase " + phase);
    }
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  @Override
  public ProgramKey program() {
    return new ProgramKey(workload, parameters);
  }

  /** Returns a key that is equal for points that differ only in their launch phase. */
  public Object variant() {
    return List.of(parameters, device, settings);
  }
}
